import { describe, expect, it } from 'vitest';
import { cursorCodec, offsetPosition } from '../../../../src/graph/pagination/cursor.ts';
import { storeLists, storeSearches } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  type ListEntryOrder,
  PageOfEntriesDocument,
  PageOfMatchesDocument,
  PageOfSignalsDocument,
  RemoveEntryDocument,
  ScreenDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';

const size = 130;
const numbers = Array.from({ length: size }, (_, index) => index);

interface Page {
  edges: { node: { key: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

describe('paging through a listing that changes', () => {
  const graph = useGraph();

  /** Stores signals of a city, newest first; each test uses a city of its own. */
  async function storeCity(city: string, timeOf = (index: number) => minutesAgo(index)) {
    const signals = numbers.map((index) => ({ id: `${city}_${1000 + index}`, discovered_at: timeOf(index), city }));
    await storeSignals(graph.db, signals);
    return signals.map(({ id }) => id);
  }

  const keysOf = (page: Page | null | undefined) => page?.edges.map(({ node }) => node.key);

  async function signalsPage(city: string, first: number, after: string | null = null) {
    const { data, toolCalls } = await graph.ask(PageOfSignalsDocument, {
      filter: { cities: { in: [city] } },
      first,
      after,
    });
    return { keys: keysOf(data.page), cursor: data.page?.pageInfo.endCursor ?? null, page: data.page, toolCalls };
  }

  async function matchesPage(id: string, first: number, after: string | null = null) {
    const { data, toolCalls } = await graph.ask(PageOfMatchesDocument, { id, first, after });
    return { keys: keysOf(data.parent?.page), cursor: data.parent?.page?.pageInfo.endCursor ?? null, toolCalls };
  }

  async function entriesPage(
    id: string,
    first: number,
    after: string | null = null,
    orderBy: ListEntryOrder | null = null,
  ) {
    const { data, toolCalls } = await graph.ask(PageOfEntriesDocument, { id, first, after, orderBy });
    return { keys: keysOf(data.parent?.page), cursor: data.parent?.page?.pageInfo.endCursor ?? null, toolCalls };
  }

  async function screen(ids: string[]) {
    for (const id of ids) await graph.ask(ScreenDocument, { id });
  }

  it('returns each remaining signal once after ten of the first page were screened', async () => {
    const all = await storeCity('Aarau');
    const one = await signalsPage('Aarau', 25);
    await screen(all.slice(5, 15));
    const two = await signalsPage('Aarau', 25, one.cursor);

    expect(one.keys).toEqual(all.slice(0, 25));
    expect(two.keys).toEqual(all.slice(25, 50));
    expect(two.toolCalls).toEqual([called('signals_list')]);

    await screen(all.slice(25, 50));
    const three = await signalsPage('Aarau', 25, two.cursor);
    expect(three.keys).toEqual(all.slice(50, 75));
    expect(three.toolCalls).toEqual(times(2, called('signals_list')));

    const rest = await signalsPage('Aarau', 100, three.cursor);
    expect(rest.keys).toEqual(all.slice(75));
    expect(rest.page?.pageInfo.hasNextPage).toBe(false);
    expect(rest.page?.totalCount).toBe(size - 35);
  });

  it('returns the remaining signals of a saved search', async () => {
    const all = await storeCity('Gossau');
    await storeSearches(graph.db, [
      {
        id: 'sch_gossau',
        title: 'Gossau',
        creator: 'usr_ada',
        filters: [{ key: 'city', operator: 'in', value: ['Gossau'] }],
      },
    ]);
    const one = await matchesPage('sch_gossau', 25);
    await screen(all.slice(10, 25));
    const two = await matchesPage('sch_gossau', 25, one.cursor);

    expect(one.keys).toEqual(all.slice(0, 25));
    expect(two.keys).toEqual(all.slice(25, 50));
    expect(two.toolCalls).toEqual([called('searches_get'), called('searches_signals_list')]);
  });

  it.each([
    { field: 'ENTRY_CREATED_AT', direction: 'ASC' },
    { field: 'ENTRY_CREATED_AT', direction: 'DESC' },
    { field: 'SIGNAL_DISCOVERED_AT', direction: 'ASC' },
    { field: 'SIGNAL_DISCOVERED_AT', direction: 'DESC' },
  ] as const)('returns the remaining entries by $field $direction after some were removed', async (order) => {
    const name = `${order.field}_${order.direction}`;
    // Groups of five entries share a time; entries and signals have different orders.
    const signals = await storeCity(name, (index) => minutesAgo(Math.floor(index / 5)));
    const listId = `lst_${name}`;
    const entries = signals.map((id, index) => ({
      id: `ent_${name}_${1000 + index}`,
      signal_id: id,
      created_at: minutesAgo(Math.floor(((index * 37) % size) / 5)),
    }));
    await storeLists(graph.db, [{ id: listId, name, creator: 'usr_ada', entries }]);
    const first = await entriesPage(listId, 100, null, order);
    const all = [...(first.keys ?? []), ...((await entriesPage(listId, 100, first.cursor, order)).keys ?? [])];
    expect(new Set(all).size).toBe(size);

    const one = await entriesPage(listId, 23, null, order);
    for (const entryId of all.slice(12, 23)) await graph.ask(RemoveEntryDocument, { listId, entryId });
    const two = await entriesPage(listId, 25, one.cursor, order);

    expect(two.keys).toEqual(all.slice(23, 48));
    expect(two.toolCalls).toEqual([called('lists_get'), called('list_entries_list')]);

    for (const entryId of all.slice(0, 12)) await graph.ask(RemoveEntryDocument, { listId, entryId });
    const rest = await entriesPage(listId, 100, two.cursor, order);
    expect(rest.keys).toEqual(all.slice(48));
  });

  it('rejects a cursor that is only an offset, without a call', async () => {
    const of = (field: string, query: unknown) => cursorCodec({ field, arguments: query }, offsetPosition).encode(25);
    await storeLists(graph.db, [{ id: 'lst_1', name: 'One', creator: 'usr_ada' }]);
    await storeSearches(graph.db, [{ id: 'sch_1', title: 'All', creator: 'usr_ada' }]);
    const results = [
      await graph.execute(PageOfSignalsDocument, { after: of('signals', {}) }),
      await graph.execute(PageOfMatchesDocument, { id: 'sch_1', after: of('signals', { id: 'sch_1' }) }),
      await graph.execute(PageOfEntriesDocument, { id: 'lst_1', after: of('entries', { list_id: 'lst_1' }) }),
    ];

    expect(
      results.map(({ errors, toolCalls }) => ({
        codes: errors.map(({ extensions }) => extensions?.['code']),
        messages: errors.map(({ message }) => message),
        tools: toolCalls.map(({ tool }) => tool),
      })),
    ).toEqual(
      [
        { field: 'signals', tools: [] },
        { field: 'signals', tools: ['searches_get'] },
        { field: 'entries', tools: ['lists_get'] },
      ].map(({ field, tools }) => ({
        codes: ['BAD_USER_INPUT'],
        messages: [`after must be a cursor that ${field} returned for the same arguments.`],
        tools,
      })),
    );
  });
});
