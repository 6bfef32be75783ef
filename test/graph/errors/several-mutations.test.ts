import { describe, expect, it } from 'vitest';
import { CreateThenAddDocument } from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { useGraph } from '../../support/graph/test-graph.ts';

describe('several mutations of one operation', () => {
  const graph = useGraph();

  it('keep their results when the input of a later one is invalid', async () => {
    const signalIds = Array.from({ length: 101 }, (_, index) => `sig_${index}`);
    const { data, toolCalls } = await graph.ask(CreateThenAddDocument, { name: 'Kept', listId: 'lst_1', signalIds });

    expect(data.createList).toEqual({ __typename: 'CreateListSuccess', list: { name: 'Kept' } });
    expect(data.addSignalsToList).toEqual(
      signalIds.map(() => ({
        __typename: 'InvalidInputProblem',
        code: 'BAD_USER_INPUT',
        message: 'signalIds must contain at most 100 ids.',
      })),
    );
    expect(toolCalls).toEqual([called('lists_create')]);
  });

  it('keep their results when a later one fails unexpectedly, which is masked', async () => {
    graph.tools.replace('list_entries_create', () => Promise.reject(new TypeError('password=hunter2')));
    const variables = { name: 'Kept too', listId: 'lst_1', signalIds: ['sig_1'] };
    const { data } = await graph.ask(CreateThenAddDocument, variables);

    expect(data.createList).toEqual({ __typename: 'CreateListSuccess', list: { name: 'Kept too' } });
    expect(data.addSignalsToList).toEqual([
      {
        __typename: 'UpstreamProblem',
        code: 'UPSTREAM_ERROR',
        message: expect.stringMatching(/^Unexpected error\. Quote the request id [\w-]{36} when you report it\.$/),
      },
    ]);
  });
});
