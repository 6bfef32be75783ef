import { describe, expect } from 'vitest';
import { searchTools } from '../../src/tools/talent/search.ts';
import { toParameters } from '../../src/tools/talent/search-filter.ts';
import { type SignalRecord, signalTools } from '../../src/tools/talent/signal.ts';
import {
  accentSearches,
  and,
  type Contract,
  crossing,
  overlapping,
  distinct,
  expectLatestFirst,
  expectMatches,
  expectPages,
  type Listing,
  matchesName,
  nameSearches,
  type Probe,
  splits,
} from './contract.ts';
import { actorCases, actorFilters, limitFilters, relativeDays, valueFilters } from './signal-probes.ts';

const { signals_list: list, signals_get: get, signals_list_by_linkedin_id: person } = signalTools;

const listing: Listing<SignalRecord> = {
  tool: list,
  input: {},
  keyOf: ({ id }) => id,
  timeOf: ({ discoveredAt }) => discoveredAt,
};

export function describeSignals(contract: Contract): void {
  const { call, sample, check } = contract;
  const expectSignals = async (probe: Probe<SignalRecord>) =>
    expectMatches(contract, listing, { sample: await sample.signals(), probe });
  /** Each filter with a value of the sample. */
  const allProbes = (signals: readonly SignalRecord[]) =>
    valueFilters.flatMap(({ probe, valuesIn }) => valuesIn(signals).map((value) => probe([value])));

  check('signals_list returns the latest signals first', [list], async ({ given }) => {
    const { items } = await sample.signals();
    given(distinct(items.map(({ discoveredAt }) => discoveredAt?.getTime()))[1], 'no two signals have different times');
    expectLatestFirst(items.map(listing.timeOf));
  });

  check('signals_list has full pages without gap or repetition, and a total', [list], async (trial) =>
    expectPages(contract, listing, { sample: await sample.signals(), trial }),
  );

  check('signals_list counts the matches of a filter', [list], async ({ given }) => {
    const { items } = await sample.signals();
    const probe = given(
      allProbes(items).find((each) => items.filter(each.matches).length > 2 && splits(items, each)),
      'no value has three signals',
    );
    const { total } = await call.page(list, { ...probe.filter, limit: '2' });
    const found = await call.all(list, probe.filter);
    given(found.isWhole && total !== null ? true : undefined, 'there may be too many matches to count');
    expect(total).toBe(found.items.length);
  });

  describe.each(valueFilters)('the filter $key of signals_list', ({ key, canExclude, probe, excluding, valuesIn }) => {
    const unknown = `fewer than two values of ${key} tell signals apart`;

    check(`returns the signals with a value of ${key}`, [list], async ({ given }) => {
      const { items } = await sample.signals();
      const probes = valuesIn(items).map((value) => probe([value]));
      await expectSignals(
        given(
          probes.find((each) => splits(items, each)),
          unknown,
        ),
      );
    });

    check(`joins values of ${key} by OR`, [list], async ({ given }) => {
      const { items } = await sample.signals();
      const ones = valuesIn(items);
      const probes = ones.map((value) => probe([value]));
      const pair = given(crossing(items, probes), unknown);
      await expectSignals(probe(pair.flatMap((each) => ones[probes.indexOf(each)] ?? [])));
    });

    check(`joins ${key} and another filter by AND`, [list], async ({ given }) => {
      const { items } = await sample.signals();
      const others = allProbes(items).filter(({ filter }) => !(key in filter));
      const ones = valuesIn(items).map((value) => probe([value]));
      await expectSignals(and(...given(overlapping(items, ones, others), unknown)));
    });

    if (!canExclude) return;
    check(`leaves out an excluded value of ${key}`, [list], async ({ given }) => {
      const { items } = await sample.signals();
      const probes = valuesIn(items).map(excluding);
      await expectSignals(
        given(
          probes.find((each) => splits(items, each)),
          unknown,
        ),
      );
    });
  });

  describe.each(limitFilters)('the filter %s of signals_list', (key, probesOf) => {
    check(`applies a limit of ${key} that is a value of a signal`, [list], async ({ given }) => {
      const { items } = await sample.signals();
      const probes = probesOf(items).filter((each) => splits(items, each));
      await expectSignals(given(probes[0], `no value of ${key} tells signals apart`));
      for (const probe of probes.slice(1, 3)) await expectSignals(probe);
    });

    check(`joins ${key} and another filter by AND`, [list], async ({ given }) => {
      const { items } = await sample.signals();
      const pair = overlapping(items, probesOf(items), allProbes(items));
      await expectSignals(and(...given(pair, `no value of ${key} tells signals apart`)));
    });
  });

  check('signals_list counts days back from now for time_relative', [list], async ({ given }) => {
    const { items } = await sample.signals();
    await expectSignals(given(relativeDays(items, Date.now()), 'no number of days tells signals apart'));
  });

  for (const [how, searchIn] of Object.entries({ ...nameSearches, ...accentSearches })) {
    check(`signals_list finds a fullname ${how}`, [list], async ({ given }) => {
      const { items } = await sample.signals();
      const names = items.flatMap(({ fullName }) => fullName ?? []);
      const search = given(searchIn(names), 'no name can show it');
      await expectSignals({ filter: { fullname: search }, matches: ({ fullName }) => matchesName(search, fullName) });
    });
  }

  const screeners = actorFilters<SignalRecord>('screened_by', ({ screenings }) => screenings);
  check('signals_list leaves out what the caller screened', [list], async ({ given }) => {
    const [unscreened, screened] = [await sample.signals(), await sample.screened()];
    given(screened.items[0], 'the caller screened no signal');
    const ids = new Set(unscreened.items.map(({ id }) => id));
    expect(screened.items.filter(({ id, viewerHasScreened }) => ids.has(id) || viewerHasScreened === false)).toEqual(
      [],
    );
    expect((await call.all(list, { screened_by: ['-me'] })).items.map(({ id }) => id)).toEqual([...ids]);
  });
  for (const [who, actorsOf] of Object.entries(actorCases)) {
    check(`signals_list finds what was screened by ${who}`, [list], async ({ given }) => {
      const parts = [await sample.signals(), await sample.screened()];
      const all = { items: parts.flatMap(({ items }) => items), isWhole: parts.every(({ isWhole }) => isWhole) };
      const [one, other] = screeners.users(all.items);
      const probe = screeners.probe(
        actorsOf([given(one, 'no signal was screened'), given(other, 'one user screened')]),
      );
      given(splits(all.items, probe) || undefined, 'all signals match, or none');
      await expectMatches(contract, listing, { sample: all, probe });
    });
  }

  check('signals_get returns the same record as signals_list', [list, get], async ({ given }) => {
    const { items } = await sample.signals();
    given(items[0], 'there is no signal');
    for (const signal of items.slice(0, 3)) expect(await call.read(get, { id: signal.id })).toEqual(signal);
  });

  check('signals_list_by_linkedin_id returns the signals of one person', [list, person], async ({ given }) => {
    const { items } = await sample.signals();
    const byPerson = Map.groupBy(items, ({ linkedinId }) => linkedinId);
    byPerson.delete(null);
    const same = given(
      [...byPerson.values()].find((each) => each.length > 1),
      'no person has two signals',
    );
    const found = await call.all(person, { id: same[0]?.id });
    expect(found.items.filter(({ linkedinId }) => linkedinId !== same[0]?.linkedinId)).toEqual([]);
    expect(found.items.map(({ id }) => id)).toEqual(expect.arrayContaining(same.map(({ id }) => id)));
  });

  const { searches_list: searches, searches_get: search, searches_signals_list: results } = searchTools;
  check('searches_list returns the latest searches first', [searches], async ({ given }) => {
    const found = await sample.searches();
    given(found[1], 'there are fewer than two searches');
    expectLatestFirst(found.map(({ createdAt }) => createdAt));
  });

  check('searches_get returns the same record as searches_list', [searches, search], async ({ given }) => {
    const found = await sample.searches();
    given(found[0], 'there is no search');
    for (const each of found.slice(0, 3)) expect(await call.read(search, { id: each.id })).toEqual(each);
  });

  check('searches_signals_list applies all filters of a search', [searches, results, list], async ({ given }) => {
    const found = given(
      (await sample.searches()).find(({ filters }) => filters.length > 1),
      'no search has two filters',
    );
    const { items } = await call.all(list, toParameters(found.filters));
    given(items.length !== (await sample.signals()).items.length || undefined, 'all signals match');
    expect((await call.all(results, { id: found.id })).items).toEqual(items);
  });

  check('searches_signals_list has full pages without gap or repetition', [searches, results], async (trial) => {
    const { id } = trial.given((await sample.searches())[0], 'there is no search');
    const found = await call.all(results, { id });
    await expectPages(contract, { ...listing, tool: results, input: { id } }, { sample: found, trial });
  });
}
