import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists, storeSearches } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import {
  storeCities,
  storeCompanies,
  storeInstitutions,
} from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import {
  PageOfCitiesDocument,
  PageOfCompaniesDocument,
  PageOfEntriesDocument,
  PageOfInstitutionsDocument,
  PageOfMatchesDocument,
  PageOfSignalsDocument,
} from '../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../support/graph/test-graph.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';

const size = 130;
const keys = (prefix: string) => Array.from({ length: size }, (_, index) => `${prefix}_${1000 + index}`);

interface Slice {
  first?: number;
  after?: string | null;
}

interface Page {
  totalCount: number | null;
  edges: { cursor: string; node: { key: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

describe('talent connections', () => {
  const graph = useGraph();

  beforeAll(async () => {
    const signals = keys('sig').map((id, index) => ({ id, discovered_at: minutesAgo(index), score: 5 }));
    await storeSignals(graph.db, signals);
    await storeSearches(graph.db, [{ id: 'sch_1', title: 'All', creator: 'usr_ada' }]);
    await storeLists(graph.db, [
      {
        id: 'lst_1',
        name: 'All',
        creator: 'usr_ada',
        entries: keys('ent').map((id, index) => ({
          id,
          signal_id: `sig_${1000 + index}`,
          created_at: minutesAgo(size - index),
        })),
      },
    ]);
    await storeCities(
      graph.db,
      keys('City').map((name) => ({ name })),
    );
    await storeCompanies(
      graph.db,
      keys('exe').map((id, index) => ({ id, name: `Company ${1000 + index}` })),
    );
    await storeInstitutions(
      graph.db,
      keys('ede').map((id, index) => ({ id, name: `University ${1000 + index}` })),
    );
  });

  const connections = {
    signals: async (slice: Slice) => (await graph.ask(PageOfSignalsDocument, slice)).data.page,
    matches: async (slice: Slice) =>
      (await graph.ask(PageOfMatchesDocument, { id: 'sch_1', ...slice })).data.parent?.page,
    entries: async (slice: Slice) =>
      (await graph.ask(PageOfEntriesDocument, { id: 'lst_1', ...slice })).data.parent?.page,
    cities: async (slice: Slice) => (await graph.ask(PageOfCitiesDocument, slice)).data.page,
    companies: async (slice: Slice) => (await graph.ask(PageOfCompaniesDocument, slice)).data.page,
    institutions: async (slice: Slice) => (await graph.ask(PageOfInstitutionsDocument, slice)).data.page,
  };
  const cases = [
    { name: 'signals', tool: 'signals_list', all: keys('sig') },
    { name: 'matches', tool: 'searches_signals_list', all: keys('sig') },
    { name: 'entries', tool: 'list_entries_list', all: keys('ent').toReversed() },
    { name: 'cities', tool: 'cities_list', all: keys('City') },
    { name: 'companies', tool: 'companies_list', all: keys('exe') },
    { name: 'institutions', tool: 'educations_list', all: keys('ede') },
  ] as const;

  async function walk(name: keyof typeof connections, sizes: number[]) {
    const found: string[] = [];
    const totals = new Set<number | null>();
    let after: string | null = null;
    for (let turn = 0; ; turn += 1) {
      const page: Page | null | undefined = await connections[name]({ first: sizes[turn % sizes.length] ?? 1, after });
      if (!page) throw new Error(`${name} returned no page`);
      found.push(...page.edges.map(({ node }) => node.key));
      totals.add(page.totalCount);
      expect(page.pageInfo.hasPreviousPage).toBe(turn > 0);
      expect(page.pageInfo.startCursor).toBe(page.edges[0]?.cursor ?? null);
      expect(page.pageInfo.endCursor).toBe(page.edges.at(-1)?.cursor ?? null);
      if (!page.pageInfo.hasNextPage) return { found, totals: [...totals] };
      after = page.pageInfo.endCursor;
    }
  }

  it.each(cases)('return every node of $name exactly once', async ({ name, all }) => {
    for (const sizes of [[25], [65], [100, 7], [3, 40, 11]]) {
      expect(await walk(name, sizes)).toEqual({ found: all, totals: [size] });
    }
  });

  it.each(cases)('return every node of $name exactly once when $tool reports no total', async ({ name, tool, all }) => {
    graph.tools.replace(tool, async (_call, real) => ({ ...Object(await real()), total: undefined }));

    for (const sizes of [[26], [65], [100, 7]]) {
      expect(await walk(name, sizes)).toEqual({ found: all, totals: [null] });
    }
  });

  it('return the same nodes in nodes and edges', async () => {
    const { data } = await graph.ask(PageOfSignalsDocument, { first: 3 });

    expect(data.page?.nodes).toEqual(data.page?.edges.map(({ node }) => node));
    expect(data.page?.nodes).toEqual([{ key: 'sig_1000' }, { key: 'sig_1001' }, { key: 'sig_1002' }]);
  });

  it('cost one call per page if one page of the tool covers it, otherwise two', async () => {
    const first = await graph.ask(PageOfSignalsDocument, { first: 50 });
    const after = first.data.page?.pageInfo.endCursor ?? null;
    const inOne = await graph.ask(PageOfSignalsDocument, { first: 30, after });
    const inTwo = await graph.ask(PageOfSignalsDocument, { first: 100, after });

    expect(inOne.toolCalls).toEqual([called('signals_list')]);
    expect(inTwo.toolCalls).toEqual(times(2, called('signals_list')));
    expect(inTwo.data.page?.nodes.map(({ key }) => key)).toEqual(keys('sig').slice(50));
  });

  it('accept a cursor only for the same field and arguments', async () => {
    const cursorOf = async (name: keyof typeof connections) =>
      (await connections[name]({ first: 1 }))?.pageInfo.endCursor;
    const [ofSignals, ofMatches, ofEntries, ofCities] = await Promise.all([
      cursorOf('signals'),
      cursorOf('matches'),
      cursorOf('entries'),
      cursorOf('cities'),
    ]);
    graph.tools.restore();
    const oldestFirst = { field: 'ENTRY_CREATED_AT', direction: 'ASC' } as const;

    const results = [
      await graph.execute(PageOfSignalsDocument, { after: ofMatches ?? null }),
      await graph.execute(PageOfSignalsDocument, { after: ofSignals ?? null, filter: { minScore: 5 } }),
      await graph.execute(PageOfCitiesDocument, { after: ofCities ?? null, search: 'City' }),
      await graph.execute(PageOfCitiesDocument, { after: `${ofCities}A` }),
      await graph.execute(PageOfCompaniesDocument, { after: ofCities ?? null }),
      await graph.execute(PageOfInstitutionsDocument, { after: 'garbage' }),
    ];
    expect(graph.tools.calls).toEqual([]);
    const entries = await graph.execute(PageOfEntriesDocument, {
      id: 'lst_1',
      after: ofEntries ?? null,
      orderBy: oldestFirst,
    });
    const matches = await graph.execute(PageOfMatchesDocument, { id: 'sch_1', after: ofSignals ?? null });

    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual(['lists_get', 'searches_get']);
    expect([...results, entries, matches].map(({ errors }) => errors.map(({ message }) => message))).toEqual(
      ['signals', 'signals', 'cities', 'cities', 'companies', 'educationInstitutions', 'entries', 'signals'].map(
        (field) => [`after must be a cursor that ${field} returned for the same arguments.`],
      ),
    );
  });

  it('accept a cursor with and without empty lists of exclusions in the filter', async () => {
    const none = { notIn: [] };
    const filter = {
      minScore: 5,
      fullName: null,
      types: null,
      cities: none,
      countries: {},
      screenedBy: { userIds: [], notUserIds: [] },
    };
    for (const [one, other] of [
      [filter, { minScore: 5 }],
      [{ minScore: 5 }, filter],
    ]) {
      const { data } = await graph.ask(PageOfSignalsDocument, { filter: one ?? null, first: 2 });
      const after = data.page?.pageInfo.endCursor ?? null;
      const next = await graph.ask(PageOfSignalsDocument, { filter: other ?? null, first: 1, after });
      expect(next.data.page?.nodes).toEqual([{ key: 'sig_1002' }]);
    }
  });

  it('accept a cursor of entries with and without empty lists in the filter', async () => {
    const filter = { screenedBy: { userIds: [] }, viewedBy: { notUserIds: [] } };
    const { data } = await graph.ask(PageOfEntriesDocument, { id: 'lst_1', first: 2 });
    const after = data.parent?.page?.pageInfo.endCursor ?? null;
    const next = await graph.ask(PageOfEntriesDocument, { id: 'lst_1', first: 1, after, filter });

    expect(next.data.parent?.page?.edges.map(({ node }) => node.key)).toEqual(['ent_1127']);
  });
});
