import { expect } from 'vitest';
import { type ListEntryRecord, listEntryTools, listTools } from '../../src/tools/talent/list.ts';
import { lookupTools } from '../../src/tools/talent/lookup.ts';
import type { Items, ListTool } from './contract-caller.ts';
import {
  and,
  type Contract,
  overlapping,
  distinct,
  expectLatestFirst,
  expectMatches,
  expectPages,
  type Listing,
  matchesName,
  nameSearches,
  splits,
} from './contract.ts';
import { actorCases, actorFilters } from './signal-probes.ts';

const { list_entries_list: entryList, list_entries_get: entryGet, signals_entries: ofSignal } = listEntryTools;
const { lists_list: lists, lists_get: listGet } = listTools;

export function describeLists(contract: Contract): void {
  const { call, sample, check } = contract;
  const listingOf = async (): Promise<Listing<ListEntryRecord>> => ({
    tool: entryList,
    input: { list_id: (await sample.list())?.id },
    keyOf: ({ id }) => id,
    timeOf: ({ createdAt }) => createdAt,
  });

  check('lists_list returns the latest lists first', [lists], async ({ given }) => {
    given((await sample.lists())[1], 'there are fewer than two lists');
    expectLatestFirst((await sample.lists()).map(({ createdAt }) => createdAt));
  });

  check('lists_get returns the list and the ids of its entries', [lists, listGet, entryList], async ({ given }) => {
    const list = given(await sample.list(), 'there is no list');
    const { items, isWhole } = await sample.entries();
    const { entries, ...found } = await call.read(listGet, { id: list.id });
    expect(found).toEqual(list);
    given(isWhole || undefined, 'the list is too long');
    if (found.entryCount !== null) expect(found.entryCount).toBe(items.length);
    if (entries.length > 0)
      expect(entries.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
  });

  check('list_entries_list has full pages without gap or repetition, and a total', [lists, entryList], async (trial) =>
    expectPages(contract, await listingOf(), { sample: await sample.entries(), trial }),
  );

  for (const [sortBy, timeOf] of [
    ['entry_created_at', ({ createdAt }: ListEntryRecord) => createdAt],
    ['signal_discovered_at', ({ signal }: ListEntryRecord) => signal?.discoveredAt ?? null],
  ] as const) {
    check(`list_entries_list sorts by ${sortBy}`, [lists, entryList], async ({ given }) => {
      const { items } = await sample.entries();
      const isDistinct = distinct(items.map((entry) => timeOf(entry)?.getTime())).length > 1;
      given(isDistinct || undefined, 'no two entries have different times');
      const { input } = await listingOf();
      const sorted = async (order: string) =>
        (await call.all(entryList, { ...input, sort_by: sortBy, sort_order: order })).items.map(timeOf);
      expectLatestFirst(await sorted('desc'));
      expectLatestFirst((await sorted('asc')).toReversed());
    });
  }

  const filters = [
    actorFilters<ListEntryRecord>('screened_by', ({ signal }) => signal?.screenings),
    actorFilters<ListEntryRecord>('viewed_by', ({ signal }) => signal?.views),
  ];
  for (const [index, key] of ['screened_by', 'viewed_by'].entries()) {
    for (const [who, actorsOf] of Object.entries(actorCases)) {
      check(`list_entries_list finds ${key} ${who}`, [lists, entryList], async ({ given }) => {
        const entries = await sample.entries();
        const { users, probe } = given(filters[index], '');
        const [one, other] = users(entries.items);
        const found = probe(actorsOf([given(one, 'no signal was reviewed'), given(other, 'one user reviewed')]));
        given(splits(entries.items, found) || undefined, 'all entries match, or none');
        await expectMatches(contract, await listingOf(), { sample: entries, probe: found });
      });
    }
  }

  check('list_entries_list joins screened_by and viewed_by by AND', [lists, entryList], async ({ given }) => {
    const entries = await sample.entries();
    const [ones = [], others = []] = filters.map(({ probe }) => [probe(['me']), probe(['others'])]);
    const pair = given(overlapping(entries.items, ones, others), 'no two reviewers tell entries apart');
    await expectMatches(contract, await listingOf(), { sample: entries, probe: and(...pair) });
  });

  check(
    'list_entries_get returns the same record as list_entries_list',
    [lists, entryList, entryGet],
    async ({ given }) => {
      const { items } = await sample.entries();
      given(items[0], 'there is no entry');
      for (const entry of items.slice(0, 2))
        expect(await call.read(entryGet, { list_id: entry.listId, entry_id: entry.id })).toEqual(entry);
    },
  );

  check('list_entries_get does not find an entry on another list', [lists, entryList, entryGet], async ({ given }) => {
    const { id, listId } = given((await sample.entries()).items[0], 'there is no entry');
    const other = given(
      (await sample.lists()).find((list) => list.id !== listId),
      'there is one list',
    );
    expect(await call.codeOf(entryGet, { list_id: other.id, entry_id: id })).toBe('NOT_FOUND');
  });

  check('signals_entries returns the entries of a signal', [lists, entryList, ofSignal], async ({ given }) => {
    const entry = given((await sample.entries()).items[0], 'there is no entry');
    const { items } = await call.all(ofSignal, { id: entry.signalId });
    expect(items.filter(({ signalId }) => signalId !== entry.signalId)).toEqual([]);
    expect(items.map(({ id }) => id)).toContain(entry.id);
  });
}

interface Named {
  id?: string;
  name: string | null;
}

export function describeLookups(contract: Contract): void {
  const { sample, check } = contract;
  const lookups: { tool: ListTool<Named>; read: () => Promise<Items<Named>> }[] = [
    { tool: lookupTools.cities_list, read: sample.cities },
    { tool: lookupTools.companies_list, read: sample.companies },
    { tool: lookupTools.educations_list, read: sample.institutions },
  ];
  for (const { tool, read } of lookups) {
    const listing: Listing<Named> = {
      tool,
      input: {},
      keyOf: ({ id, name }) => id ?? String(name),
      timeOf: () => null,
    };

    check(`${tool.name} has full pages without gap or repetition, and a total`, [tool], async (trial) =>
      expectPages(contract, listing, { sample: await read(), trial }),
    );

    for (const [how, searchIn] of Object.entries(nameSearches)) {
      check(`${tool.name} finds a name ${how}`, [tool], async ({ given }) => {
        const known = await read();
        const search = given(searchIn(known.items.flatMap(({ name }) => name ?? [])), 'no name can show it');
        const probe = { filter: { search }, matches: ({ name }: Named) => matchesName(search, name) };
        await expectMatches(contract, listing, { sample: known, probe });
      });
    }

    if (tool === lookupTools.cities_list) continue;
    check(
      `${tool.name} returns those of several ids, and joins them and a search by AND`,
      [tool],
      async ({ given }) => {
        const known = await read();
        const [one, other] = known.items;
        const ids = [given(one?.id, 'it has no item'), given(other?.id, 'it has one item'), `${one?.id}-unknown`];
        const byId = { filter: { ids }, matches: ({ id }: Named) => ids.includes(String(id)) };
        given(splits(known.items, byId) || undefined, 'it has two items');
        await expectMatches(contract, listing, { sample: known, probe: byId });
        const search = given(one?.name, 'it has no name');
        const byName = { filter: { search }, matches: ({ name }: Named) => matchesName(search, name) };
        await expectMatches(contract, listing, { sample: known, probe: and(byId, byName) });
      },
    );
  }

  check('cities_list returns the cities with the most signals first', [lookupTools.cities_list], async ({ given }) => {
    const counts = (await sample.cities()).items.flatMap(({ signalCount }) => signalCount ?? []);
    given(distinct(counts)[1], 'no two cities have different numbers of signals');
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  });
}
