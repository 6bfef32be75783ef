import { beforeEach, describe, expect, it } from 'vitest';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import { ReviewSeveralDocument, VisibleSignalsDocument } from '../../../support/generated/operations.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';

describe('reviewing several signals', () => {
  const graph = useGraph();
  const visibleTo = async (as: string) =>
    (await graph.ask(VisibleSignalsDocument, {}, { as })).data.signals?.nodes.map(({ id }) => id);

  beforeEach(async () => {
    await graph.db.deleteFrom('talent_signals').execute();
    await storeSignals(
      graph.db,
      [1, 2, 3].map((number) => ({ id: `sig_${number}`, discovered_at: minutesAgo(number) })),
    );
  });

  it('returns one result per id in order, with one call per distinct signal', async () => {
    const { data, toolCalls } = await graph.ask(ReviewSeveralDocument, {
      viewed: ['sig_3', 'sig_1', 'sig_3'],
      screened: ['sig_2', 'sig_404', 'sig_1'],
      unscreened: ['sig_2'],
    });

    expect(data).toEqual({
      markSignalsViewed: ['sig_3', 'sig_1', 'sig_3'].map((id) => ({ signal: { id, viewerHasViewed: true } })),
      screenSignals: [
        { signal: { id: 'sig_2', viewerHasScreened: true } },
        {
          __typename: 'NotFoundProblem',
          message: 'There is no signal with the id "sig_404".',
          code: 'NOT_FOUND',
        },
        { signal: { id: 'sig_1', viewerHasScreened: true } },
      ],
      unscreenSignals: [{ signal: { id: 'sig_2', viewerHasScreened: false } }],
    });
    expect(toolCalls).toEqual([
      ...times(2, called('signal_mark_viewed')),
      ...times(3, called('signal_screen')),
      called('signal_unscreen'),
    ]);
    expect(await visibleTo('ada')).toEqual(['sig_2', 'sig_3']);
    expect(await visibleTo('ben')).toEqual(['sig_1', 'sig_2', 'sig_3']);
  });

  it('returns a problem for each id whose call fails', async () => {
    graph.tools.replace('signal_screen', async (call, real) => {
      if (JSON.stringify(call.input).includes('sig_2')) {
        throw new ToolError({ code: 'UPSTREAM_UNAVAILABLE', message: 'The connection broke.' });
      }
      return real();
    });
    const { data } = await graph.ask(ReviewSeveralDocument, {
      viewed: ['sig_1'],
      screened: ['sig_1', 'sig_2', 'sig_3'],
      unscreened: ['sig_2'],
    });

    expect(data.screenSignals).toMatchObject([
      { signal: { id: 'sig_1' } },
      { __typename: 'UpstreamProblem', message: 'The connection broke.' },
      { signal: { id: 'sig_3' } },
    ]);
    expect(await visibleTo('ada')).toEqual(['sig_2']);
  });

  it.each([
    ['more than 100 ids', Array.from({ length: 101 }, (_, index) => `sig_${index}`), 'must contain at most 100 ids'],
    ['no id', [], 'must contain at least one id'],
  ])('rejects %s, without a call', async (_, ids, rule) => {
    const { data, toolCalls } = await graph.ask(ReviewSeveralDocument, { viewed: ids, screened: ids, unscreened: ids });

    const problem = { __typename: 'InvalidInputProblem', message: `ids ${rule}.`, code: 'BAD_USER_INPUT' };
    const problems = Array.from({ length: Math.max(1, ids.length) }, () => problem);
    expect(data).toEqual({ markSignalsViewed: problems, screenSignals: problems, unscreenSignals: problems });
    expect(toolCalls).toEqual([]);
    expect(await visibleTo('ada')).toEqual(['sig_1', 'sig_2', 'sig_3']);
  });

  it('accepts 100 ids', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `sig_${index}`);
    const { data, toolCalls } = await graph.ask(ReviewSeveralDocument, { viewed: [], screened: ids, unscreened: [] });

    expect(data.screenSignals.filter((result) => 'signal' in result)).toHaveLength(3);
    expect(data.screenSignals).toHaveLength(100);
    expect(toolCalls).toEqual(times(100, called('signal_screen')));
  });
});
