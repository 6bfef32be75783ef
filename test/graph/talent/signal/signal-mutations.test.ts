import { beforeEach, describe, expect, it } from 'vitest';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  MarkViewedDocument,
  ReviewTwiceDocument,
  ScreenDocument,
  UnscreenDocument,
  VisibleSignalsDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';

const noon = '2026-03-02T12:00:00.000Z';

describe('reviewing a signal', () => {
  const graph = useGraph();

  beforeEach(async () => {
    await graph.db.deleteFrom('talent_signals').execute();
    await storeSignals(graph.db, [
      { id: 'sig_1', discovered_at: minutesAgo(1), screenings: [{ user: 'usr_ben', screened_at: minutesAgo(0) }] },
      { id: 'sig_person_1', discovered_at: minutesAgo(2), linkedin_id: 'nia' },
      { id: 'sig_person_2', discovered_at: minutesAgo(3), linkedin_id: 'nia' },
    ]);
  });

  it('records a view with one signal_mark_viewed', async () => {
    const { data, toolCalls } = await graph.ask(MarkViewedDocument, { id: 'sig_1' });

    expect(data.markSignalViewed).toEqual({
      signal: {
        id: 'sig_1',
        viewerHasViewed: true,
        viewerHasScreened: false,
        views: [{ user: { id: 'usr_ada', isViewer: true }, viewedAt: noon }],
        screenings: [{ user: { id: 'usr_ben', isViewer: false }, screenedAt: noon }],
      },
    });
    expect(toolCalls).toEqual([called('signal_mark_viewed')]);
  });

  it('hides a screened signal from the caller only, with one signal_screen', async () => {
    const { data, toolCalls } = await graph.ask(ScreenDocument, { id: 'sig_person_1' });

    expect(data.screenSignal).toEqual({
      signal: {
        id: 'sig_person_1',
        viewerHasViewed: false,
        viewerHasScreened: true,
        views: [],
        screenings: [{ user: { id: 'usr_ada', isViewer: true }, screenedAt: noon }],
      },
    });
    expect(toolCalls).toEqual([called('signal_screen')]);
    const visible = async (as: string) =>
      (await graph.ask(VisibleSignalsDocument, {}, { as })).data.signals?.nodes.map(({ id }) => id);
    expect(await visible('ada')).toEqual(['sig_1', 'sig_person_2']);
    expect(await visible('cleo')).toEqual(['sig_1', 'sig_person_1', 'sig_person_2']);
    const screened = await graph.ask(VisibleSignalsDocument, { filter: { screenedBy: { viewer: true } } });
    expect(screened.data.signals?.nodes).toEqual([{ id: 'sig_person_1' }]);
  });

  it('undoes the screening of the caller only, with one signal_unscreen', async () => {
    await graph.ask(ScreenDocument, { id: 'sig_1' });
    const { data, toolCalls } = await graph.ask(UnscreenDocument, { id: 'sig_1' });

    expect(data.unscreenSignal).toEqual({
      signal: {
        id: 'sig_1',
        viewerHasViewed: false,
        viewerHasScreened: false,
        views: [],
        screenings: [{ user: { id: 'usr_ben', isViewer: false }, screenedAt: noon }],
      },
    });
    expect(toolCalls).toEqual([called('signal_unscreen')]);
  });

  it('returns a NotFoundProblem for a signal that does not exist', async () => {
    const problem = {
      __typename: 'NotFoundProblem',
      message: 'There is no signal with the id "sig_404".',
      code: 'NOT_FOUND',
    };
    const id = 'sig_404';

    expect((await graph.ask(MarkViewedDocument, { id })).data).toEqual({ markSignalViewed: problem });
    expect((await graph.ask(ScreenDocument, { id })).data).toEqual({ screenSignal: problem });
    expect((await graph.ask(UnscreenDocument, { id })).data).toEqual({ unscreenSignal: problem });
    expect(await graph.db.selectFrom('talent_views').selectAll().execute()).toEqual([]);
    expect(await graph.db.selectFrom('talent_screenings').select(['user_id', 'signal_id']).execute()).toEqual([
      { user_id: 'usr_ben', signal_id: 'sig_1' },
    ]);
  });

  it('reads current data after each change within one operation', async () => {
    const { data, toolCalls } = await graph.ask(ReviewTwiceDocument, { id: 'sig_person_1' });

    expect(data).toEqual({
      screened: {
        signal: { viewerHasScreened: true, samePersonSignals: [{ viewerHasViewed: false, viewerHasScreened: false }] },
      },
      viewed: { signal: { samePersonSignals: [{ viewerHasScreened: true }] } },
      unscreened: { signal: { samePersonSignals: [{ viewerHasViewed: true, viewerHasScreened: false }] } },
    });
    expect(toolCalls).toEqual([
      called('signal_screen'),
      called('signals_list_by_linkedin_id'),
      called('signal_mark_viewed'),
      called('signals_list_by_linkedin_id'),
      called('signal_unscreen'),
      called('signals_list_by_linkedin_id'),
    ]);
  });
});
