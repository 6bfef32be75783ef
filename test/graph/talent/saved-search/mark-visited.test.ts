import { beforeEach, describe, expect, it } from 'vitest';
import { storeSearches } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { MarkVisitedDocument, SavedSearchVisitDocument } from '../../../support/generated/operations.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';

const id = 'sch_1';
const both = [called('searches_get'), called('searches_update')];

describe('marking a visit of a saved search', () => {
  const graph = useGraph();
  const visitedAt = async (as = 'ada') =>
    (await graph.ask(SavedSearchVisitDocument, { id }, { as })).data.savedSearch?.visitedAt;
  const minutes = (count: number) => new Date(minutesAgo(-count)).toISOString();

  beforeEach(async () => {
    await graph.db.deleteFrom('talent_searches').execute();
    await storeSearches(graph.db, [
      {
        id,
        title: 'Founders',
        creator: 'usr_ada',
        sharees: ['usr_ben'],
        visited_at: minutesAgo(60),
        filters: [{ key: 'score', operator: 'gte', value: 7 }],
      },
    ]);
  });

  it.each([
    ['now, without a time', null, minutes(0), both],
    ['at a time after the stored visit', minutes(-30), minutes(-30), both],
    ['now, for a clock that is five minutes fast', minutes(5), minutes(0), both],
    ['not at all, at the time of the stored visit', minutes(-60), minutes(-60), [called('searches_get')]],
    ['not at all, before the stored visit', minutes(-61), minutes(-60), [called('searches_get')]],
  ])('sets it %s', async (_, at, expected, calls) => {
    const { data, toolCalls } = await graph.ask(MarkVisitedDocument, { id, at });

    expect(data.markSavedSearchVisited).toEqual({ savedSearch: { id, title: 'Founders', visitedAt: expected } });
    expect(toolCalls).toEqual(calls);
    expect(await visitedAt()).toBe(expected);
  });

  it('sets it for all users of the saved search, and changes nothing else', async () => {
    await graph.ask(MarkVisitedDocument, { id }, { as: 'ben' });

    expect((await graph.ask(SavedSearchVisitDocument, { id })).data.savedSearch).toEqual({
      visitedAt: minutes(0),
      title: 'Founders',
      filters: [{ key: 'score', operator: 'gte', value: 7 }],
      sharees: [{ id: 'usr_ben' }],
    });
  });

  it('needs no further call if the service confirms without the record', async () => {
    graph.tools.replace('searches_update', async () => ({ success: true }));
    const { data, toolCalls } = await graph.ask(MarkVisitedDocument, { id });

    expect(data.markSavedSearchVisited).toEqual({ savedSearch: { id, title: 'Founders', visitedAt: minutes(0) } });
    expect(toolCalls).toEqual(both);
  });

  it('rejects a time in the future, without a call', async () => {
    const at = new Date(minutesAgo(-5) + 1).toISOString();
    const { data, toolCalls } = await graph.ask(MarkVisitedDocument, { id, at });

    expect(data.markSavedSearchVisited).toEqual({
      __typename: 'InvalidInputProblem',
      message: 'at must not be in the future.',
      code: 'BAD_USER_INPUT',
    });
    expect(toolCalls).toEqual([]);
    expect(await visitedAt()).toBe(minutes(-60));
  });
});
