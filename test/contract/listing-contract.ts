import { expect } from 'vitest';
import { filterEntries } from '../../src/tools/talent/signal-filter.ts';
import { defaultPageSize, maxPageSize } from '../../src/tools/talent/vocabulary.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { camelKey } from '../../src/tools/wire.ts';
import { toolsByName as tools } from '../platform/golden/golden-calls.ts';
import { type Contract, type Fields, type Given, pagingOf, recent } from './contract-caller.ts';
import { type Filters, probesOf, rulesOf, valuesAt } from './filter-rules.ts';

interface Listing {
  tool: Tool;
  /** Tells listings of one tool apart. */
  title?: string;
  /** Changes of the default input. The listings of several inputs share no item and are joined. */
  inputs?: Fields[];
  /** The field by which the items are sorted; descending with a minus sign. */
  order?: string;
  filters?: Filters;
}

/** The field that a filter of `signals_list` compares, if their names differ. */
const signalFields: Partial<Record<string, string>> = {
  fullname: 'fullName',
  age: 'ageRange',
  past_companies: 'experiences.companyId',
  past_education: 'educations.institutionId',
  created_after: 'discoveredAt',
  time_range: 'discoveredAt',
  time_relative: 'discoveredAt',
};
const ofSignals: Filters = Object.fromEntries(
  filterEntries
    .filter(([key]) => key !== 'screened_by')
    .map(([key, { kind }]) => [key, [kind, signalFields[key] ?? camelKey(key)]]),
);
const period = (field: string): Filters => ({ fromDate: ['from', field], toDate: ['until', field] });
const equal = (...keys: string[]): Filters => Object.fromEntries(keys.map((key) => [key, ['equals', key]]));
const created = { order: '-createdAt', filters: { ...period('createdAt'), ...equal('userId') } };
const feedback = { ...period('createdAt'), ...equal('coachId', 'coacheeId') };
const activities: Filters = { toDate: ['until', 'startedAt'], updatedTo: ['until', 'updatedAt'], ...equal('status') };
const byUpdate: Filters = { updatedFrom: ['from', 'updatedAt'], ...activities };
const updated = { fromDate: undefined, updatedFrom: recent };
const search = ['search', 'name'] as const;
const named: Filters = { search, ids: ['overlaps', 'id'] };
const reviewers = (field: string) => ['screenedBy', field] as const;
const screenings = { screened_by: reviewers('screenings.user') };
const reviews = { screened_by: reviewers('signal.screenings.user'), viewed_by: reviewers('signal.views.user') };
const byDiscovery = { sort_by: 'signal_discovered_at', sort_order: 'asc' };
const { signals_list, list_entries_list, activities_list } = tools;

export const listings: Listing[] = [
  { tool: signals_list, order: '-discoveredAt', filters: ofSignals },
  { tool: signals_list, title: 'also screened', inputs: [{}, { screened_by: ['me'] }], filters: screenings },
  { tool: tools.searches_signals_list, order: '-discoveredAt' },
  { tool: tools.searches_list, order: '-createdAt' },
  { tool: tools.lists_list, order: '-createdAt' },
  { tool: list_entries_list, order: '-createdAt', filters: reviews },
  { tool: list_entries_list, title: 'reversed', inputs: [{ sort_order: 'asc' }], order: 'createdAt' },
  { tool: list_entries_list, title: 'by discovery', inputs: [byDiscovery], order: 'signal.discoveredAt' },
  { tool: tools.cities_list, order: '-signalCount', filters: { search } },
  { tool: tools.companies_list, filters: named },
  { tool: tools.educations_list, filters: named },
  { tool: activities_list, order: '-startedAt', filters: { fromDate: ['from', 'startedAt'], ...activities } },
  { tool: activities_list, title: 'by update', inputs: [updated], order: '-updatedAt', filters: byUpdate },
  { tool: tools.comments_list, ...created },
  { tool: tools.automated_call_scoring_list, ...created },
  { tool: tools.coaching_feedback_list, order: '-createdAt', filters: feedback },
  { tool: tools.listens_list, order: '-listenedAt', filters: { ...period('listenedAt'), ...equal('userId') } },
];

const keysOf = (items: readonly Fields[]) => items.map((item) => JSON.stringify(item['id'] ?? item));

export function describeListing({ call, check }: Contract, listing: Listing): void {
  const { tool, title = '', inputs = [{}], order, filters = {} } = listing;
  const name = `${tool.name} ${title}`.trim();
  async function read(input: Fields) {
    const parts = await Promise.all(inputs.map((change) => call.all(tool, { ...input, ...change })));
    const items = parts.flatMap((part) => part.items);
    const total = parts.length > 1 ? null : (parts[0]?.total ?? null);
    const isWhole = parts.every((part) => part.isWhole);
    return { items, total, isWhole, probes: probesOf(items, filters), input: { ...input, ...inputs[0] } };
  }
  type Sample = Awaited<ReturnType<typeof read>>;
  type Probe = Pick<Sample['probes'][number], 'filter' | 'matches' | 'expected'>;
  let sample: Promise<Sample> | undefined;
  const checkSample = (rule: string, run: (sample: Sample, given: Given) => Promise<void>) =>
    check(`${name} ${rule}`, [tool], async (given, input) => run(await (sample ??= read(input)), given));

  const sortedBy = (items: readonly Fields[]) =>
    order === undefined ? [] : items.flatMap((item) => valuesAt(item, order.replace('-', ''))).map(Number);
  /** Expects no duplicates and the right order, and the right total if the listing is whole. */
  function expectListing({ items, total, isWhole }: Omit<Sample, 'probes' | 'input'>): void {
    const keys = keysOf(items);
    expect(keys).toEqual([...new Set(keys)]);
    if (isWhole && total !== null) expect(total).toBe(keys.length);
    const ascending = sortedBy(items).toSorted((one, other) => one - other);
    expect(sortedBy(items)).toEqual(order?.startsWith('-') ? ascending.toReversed() : ascending);
  }
  async function expectMatches({ input }: Sample, { filter, matches, expected }: Probe): Promise<void> {
    const found = await call.all(tool, { ...input, ...filter });
    const keys = new Set(keysOf(found.items));
    const wrong = keysOf(found.items.filter((item) => !matches(item)));
    const missing = keysOf(expected).filter((key) => !keys.has(key));
    expect({ filter, wrong, missing }).toEqual({ filter, wrong: [], missing: [] });
    expectListing(found);
  }

  checkSample(`returns each item once${order ? `, by ${order}` : ''}, and a total`, async (all, given) => {
    expectListing(all);
    given(!order || new Set(sortedBy(all.items)).size > 1, 'no two items differ in what sorts them');
  });

  if (pagingOf(tool) === 'limit' && !title)
    checkSample('has full pages without gap, each with the total of all', async ({ items, isWhole, input }, given) => {
      given(items.length > 2, `it has ${items.length} items; paging needs three`);
      const keys = keysOf(items);
      const limit = Math.min(Math.ceil(items.length / 3.5), maxPageSize);
      const pages = Math.ceil(items.length / limit);
      for (let page = 1; page <= (isWhole ? pages + 1 : pages - 1); page += 1) {
        const found = await call.page(tool, { ...input, limit: String(limit), page: String(page) });
        const hasMore = page < pages || !isWhole;
        const shown = { page, keys: keysOf(found.items), hasMore: found.hasMore ?? hasMore };
        expect(shown).toEqual({ page, keys: keys.slice((page - 1) * limit, page * limit), hasMore });
        if (!isWhole || page > pages) continue;
        given(found.total != null, 'the total is null');
        expect({ page, total: found.total }).toEqual({ page, total: keys.length });
      }
      expect(keysOf((await call.page(tool, input)).items)).toEqual(keys.slice(0, defaultPageSize));
    });

  for (const [param, [kind]] of Object.entries(filters)) {
    for (const rule of rulesOf(kind))
      checkSample(`applies ${param}: ${rule}`, async (all, given) => {
        const [first, second] = all.probes.filter((each) => each.param === param && each.rule === rule);
        await expectMatches(all, given(first, 'no value tells items apart'));
        if (second && kind === 'screenedBy') await expectMatches(all, second);
      });
    if (Object.keys(filters).length === 1) continue;
    // Platforms reject `time_range` and `time_relative` together.
    const isOther = (key: string) => key !== param && !(key.startsWith('time_') && param.startsWith('time_'));
    checkSample(`joins ${param} and another filter by AND`, async (all, given) => {
      for (const one of all.probes.filter((each) => each.param === param))
        for (const other of all.probes.filter((each) => isOther(each.param))) {
          const expected = one.expected.filter(other.matches);
          // Skip pairs that no item matches, or that match no fewer items than one filter alone.
          if (expected.length === 0 || [one, other].some((each) => each.expected.length === expected.length)) continue;
          const matches = (item: Fields) => one.matches(item) && other.matches(item);
          return expectMatches(all, { filter: { ...one.filter, ...other.filter }, matches, expected });
        }
      given(false, 'no two values tell items apart');
    });
  }
}
