import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  EntriesOfAllListsDocument,
  EntryByIdsDocument,
  EntryTwiceWithListDocument,
  ListByIdDocument,
  ListEntriesPageDocument,
  ListsAndOneDocument,
  TwoListsDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';

describe('tool calls of lists', () => {
  const graph = useGraph();

  beforeAll(async () => {
    await storeSignals(
      graph.db,
      ['Nia', 'Omar', 'Petra'].map((name, index) => ({
        id: `sig_${index + 1}`,
        discovered_at: minutesAgo(100 - index),
        full_name: name,
        screenings: name === 'Petra' ? [{ user: 'usr_ben' }] : [],
      })),
    );
    await storeLists(graph.db, [
      {
        id: 'lst_founders',
        name: 'Founders',
        creator: 'usr_ada',
        created_at: minutesAgo(20),
        entries: [
          { id: 'ent_1', signal_id: 'sig_1', created_at: '2026-03-01T10:00:00Z' },
          { id: 'ent_2', signal_id: 'sig_2', created_at: '2026-03-01T11:00:00Z' },
          { id: 'ent_3', signal_id: 'sig_3', created_at: '2026-03-01T09:00:00Z' },
        ],
      },
      { id: 'lst_empty', name: 'Empty', creator: 'usr_ada', created_at: minutesAgo(10) },
    ]);
  });

  it('loads one list with lists_get', async () => {
    const { data, toolCalls } = await graph.ask(ListByIdDocument, { id: 'lst_founders' });

    expect(data).toEqual({ list: { id: 'lst_founders', name: 'Founders', entryCount: 3 } });
    expect(toolCalls).toEqual([called('lists_get')]);
  });

  it('loads two lists with one lists_list', async () => {
    const { data, toolCalls } = await graph.ask(TwoListsDocument, { one: 'lst_founders', other: 'lst_empty' });

    expect(data).toEqual({ one: { name: 'Founders' }, again: { entryCount: 3 }, other: { name: 'Empty' } });
    expect(toolCalls).toEqual([called('lists_list', 2)]);
  });

  it('loads one list under two aliases with one lists_get', async () => {
    const { data, toolCalls } = await graph.ask(TwoListsDocument, { one: 'lst_empty', other: 'lst_empty' });

    expect(data).toEqual({ one: { name: 'Empty' }, again: { entryCount: 0 }, other: { name: 'Empty' } });
    expect(toolCalls).toEqual([called('lists_get')]);
  });

  it('returns a list by id from all lists when both are selected', async () => {
    const { data, toolCalls } = await graph.ask(ListsAndOneDocument, { id: 'lst_empty' });

    expect(data).toEqual({ list: { name: 'Empty' }, lists: [{ id: 'lst_empty' }, { id: 'lst_founders' }] });
    expect(toolCalls).toEqual([called('lists_list')]);
  });

  it('loads a page of entries with their signals in one call', async () => {
    const { data, toolCalls } = await graph.ask(ListEntriesPageDocument, { id: 'lst_founders', first: 2 });

    expect(data.list?.entries).toEqual({
      totalCount: 3,
      nodes: [
        {
          id: 'ent_2',
          addedAt: '2026-03-01T11:00:00.000Z',
          signal: { id: 'sig_2', fullName: 'Omar' },
          list: { id: 'lst_founders' },
        },
        {
          id: 'ent_1',
          addedAt: '2026-03-01T10:00:00.000Z',
          signal: { id: 'sig_1', fullName: 'Nia' },
          list: { id: 'lst_founders' },
        },
      ],
    });
    expect(toolCalls).toEqual([called('lists_get'), called('list_entries_list')]);
  });

  it('passes filter and order to the tool', async () => {
    graph.tools.restore();
    const { data } = await graph.ask(ListEntriesPageDocument, {
      id: 'lst_founders',
      filter: { screenedBy: { others: false }, viewedBy: { viewer: false, notUserIds: ['usr_cleo'] } },
      orderBy: { field: 'SIGNAL_DISCOVERED_AT', direction: 'ASC' },
    });

    expect(data.list?.entries?.nodes.map(({ id }) => id)).toEqual(['ent_1', 'ent_2']);
    expect(graph.tools.calls.at(-1)).toEqual({
      tool: 'list_entries_list',
      identifier: 'ada',
      input: {
        list_id: 'lst_founders',
        page: '1',
        limit: '25',
        screened_by: ['-others'],
        viewed_by: ['-me', '-usr_cleo'],
        sort_by: 'signal_discovered_at',
        sort_order: 'asc',
      },
    });
  });

  it.each([{}, { direction: null }])('sorts newest first with %j', async (direction) => {
    const orderBy = { field: 'SIGNAL_DISCOVERED_AT' as const, ...direction };
    const { data } = await graph.ask(ListEntriesPageDocument, { id: 'lst_founders', orderBy });

    expect(data.list?.entries?.nodes.map(({ id }) => id)).toEqual(['ent_3', 'ent_2', 'ent_1']);
  });

  it('loads the entries of each list once and the lists only once', async () => {
    const { data, toolCalls } = await graph.ask(EntriesOfAllListsDocument, {});

    expect(toolCalls).toEqual([called('lists_list'), ...times(2, called('list_entries_list'))]);
    expect(data.lists).toEqual([
      { name: 'Empty', entries: { nodes: [] }, newest: { totalCount: 0 } },
      {
        name: 'Founders',
        entries: {
          nodes: [
            { signal: { fullName: 'Omar' }, list: { name: 'Founders' } },
            { signal: { fullName: 'Nia' }, list: { name: 'Founders' } },
          ],
        },
        newest: { totalCount: 3 },
      },
    ]);
  });

  it('loads an entry with its signal with one list_entries_get', async () => {
    const { data, toolCalls } = await graph.ask(EntryByIdsDocument, { listId: 'lst_founders', id: 'ent_3' });

    expect(data.listEntry).toEqual({ id: 'ent_3', signal: { fullName: 'Petra' }, list: { id: 'lst_founders' } });
    expect(toolCalls).toEqual([called('list_entries_get')]);
  });

  it('loads an entry once, and its list with one more call', async () => {
    const { data, toolCalls } = await graph.ask(EntryTwiceWithListDocument, { listId: 'lst_founders', id: 'ent_3' });

    expect(data).toEqual({
      listEntry: { addedAt: '2026-03-01T09:00:00.000Z', list: { name: 'Founders' } },
      again: { addedBy: { id: 'usr_ada' } },
    });
    expect(toolCalls).toEqual([called('list_entries_get'), called('lists_get')]);
  });
});
