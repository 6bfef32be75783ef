import { beforeAll, describe, expect, it } from 'vitest';
import { storeSearches } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  SavedSearchByIdDocument,
  SavedSearchesAndOneDocument,
  TwoSavedSearchesDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';

describe('tool calls of saved searches', () => {
  const graph = useGraph();

  beforeAll(async () => {
    await storeSignals(
      graph.db,
      [3, 9, 7, 8].map((score, index) => ({ id: `sig_${score}`, discovered_at: minutesAgo(index), score })),
    );
    await storeSearches(graph.db, [
      {
        id: 'sch_strong',
        title: 'Strong signals',
        creator: 'usr_ada',
        created_at: minutesAgo(2),
        filters: [{ key: 'score', operator: 'gte', value: 7 }],
      },
      { id: 'sch_all', title: 'All signals', creator: 'usr_ada', created_at: minutesAgo(1) },
    ]);
  });

  it('loads one saved search with searches_get, and a page of its signals', async () => {
    const { data, toolCalls } = await graph.ask(SavedSearchByIdDocument, { id: 'sch_strong' });

    expect(data).toEqual({
      savedSearch: {
        title: 'Strong signals',
        signals: { totalCount: 3, nodes: [{ id: 'sig_9' }, { id: 'sig_7' }] },
      },
    });
    expect(toolCalls).toEqual([called('searches_get'), called('searches_signals_list')]);
  });

  it('loads two saved searches with one searches_list', async () => {
    const { data, toolCalls } = await graph.ask(TwoSavedSearchesDocument, { one: 'sch_all', other: 'sch_strong' });

    expect(data).toEqual({ one: { title: 'All signals' }, other: { title: 'Strong signals' } });
    expect(toolCalls).toEqual([called('searches_list', 2)]);
  });

  it('returns a saved search by id from the list of all, and loads one page of signals per search', async () => {
    const { data, toolCalls } = await graph.ask(SavedSearchesAndOneDocument, { id: 'sch_all' });

    expect(data).toEqual({
      savedSearches: [
        { id: 'sch_all', signals: { nodes: [{ id: 'sig_3' }] }, again: { totalCount: 4 } },
        { id: 'sch_strong', signals: { nodes: [{ id: 'sig_9' }] }, again: { totalCount: 3 } },
      ],
      savedSearch: { title: 'All signals' },
    });
    expect(toolCalls).toEqual([called('searches_list'), ...times(2, called('searches_signals_list'))]);
  });
});
