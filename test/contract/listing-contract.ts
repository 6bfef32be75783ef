import { expect } from 'vitest';
import { filterEntries } from '../../src/tools/talent/signal-filter.ts';
import { maxPageSize } from '../../src/tools/talent/vocabulary.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { toolsByName as tools } from '../platform/golden/golden-calls.ts';
import { type Contract, type Given, type Input, type Item, type Items, pagingOf, recent } from './contract-caller.ts';
import { crosses, type FilterRule, type Probe, probesOf, valuesAt } from './filter-rules.ts';

interface Listing {
  tool: Tool;
  /** Tells listings of one tool apart. */
  title?: string;
  /** Changes of the golden input. Several inputs have different items, which are one sample. */
  inputs?: Input[];
  /** The field by which the items are sorted; descending with a minus sign. */
  order?: string;
  /** By parameter, the kind of the filter and the field that it compares. */
  filters?: Record<string, FilterRule>;
}

/** By filter of `signals_list`, the field that it compares, if its name differs. */
const signalFields: Partial<Record<string, string>> = {
  fullname: 'fullName',
  age: 'ageRange',
  past_companies: 'experiences.companyId',
  past_education: 'educations.institutionId',
  created_after: 'discoveredAt',
  time_range: 'discoveredAt',
  time_relative: 'discoveredAt',
};
const camelCase = (key: string) => key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const ofSignals = Object.fromEntries(
  filterEntries
    .filter(([key]) => key !== 'screened_by')
    .map(([key, { kind }]) => [key, [kind, signalFields[key] ?? camelCase(key)] as const]),
);
const actors = (field: string) => ['screenedBy', field] as const;
const byUser = (key: string) => ({ [key]: ['equals', key] }) as const;
const period = (field: string) => ({ fromDate: ['from', field], toDate: ['until', field] }) as const;
const { fromDate, toDate } = period('startedAt');
const { fromDate: updatedFrom, toDate: updatedTo } = period('updatedAt');
const search = ['search', 'name'] as const;
const ids = ['overlaps', 'id'] as const;
const status = ['equals', 'status'] as const;
const created = { order: '-createdAt', filters: { ...period('createdAt'), ...byUser('userId') } };

const screenings = { screened_by: actors('screenings.user') };
const reviews = { screened_by: actors('signal.screenings.user'), viewed_by: actors('signal.views.user') };
const byUpdate = { fromDate: undefined, updatedFrom: recent };
const byDiscovery = { sort_by: 'signal_discovered_at', sort_order: 'asc' };
const feedback = { ...period('createdAt'), ...byUser('coachId'), ...byUser('coacheeId') };
const { signals_list, list_entries_list, activities_list } = tools;
const listings: Listing[] = [
  { tool: signals_list, order: '-discoveredAt', filters: ofSignals },
  { tool: signals_list, title: 'also screened', inputs: [{}, { screened_by: ['me'] }], filters: screenings },
  { tool: tools.searches_signals_list, order: '-discoveredAt' },
  { tool: tools.searches_list, order: '-createdAt' },
  { tool: tools.lists_list, order: '-createdAt' },
  { tool: list_entries_list, order: '-createdAt', filters: reviews },
  { tool: list_entries_list, title: 'reversed', inputs: [{ sort_order: 'asc' }], order: 'createdAt' },
  { tool: list_entries_list, title: 'by discovery', inputs: [byDiscovery], order: 'signal.discoveredAt' },
  { tool: tools.cities_list, order: '-signalCount', filters: { search } },
  { tool: tools.companies_list, filters: { search, ids } },
  { tool: tools.educations_list, filters: { search, ids } },
  { tool: activities_list, order: '-startedAt', filters: { fromDate, toDate, updatedTo, status } },
  {
    tool: activities_list,
    title: 'by update',
    inputs: [byUpdate],
    order: '-updatedAt',
    filters: { updatedFrom, updatedTo, toDate, status },
  },
  { tool: tools.comments_list, ...created },
  { tool: tools.automated_call_scoring_list, ...created },
  { tool: tools.coaching_feedback_list, order: '-createdAt', filters: feedback },
  { tool: tools.listens_list, order: '-listenedAt', filters: { ...period('listenedAt'), ...byUser('userId') } },
];

const keyOf = (item: Item) => JSON.stringify(item['id'] ?? item);

export function describeListings(contract: Contract): void {
  for (const listing of listings) describeListing(contract, listing);
}

function describeListing(
  { call, check, golden }: Contract,
  { tool, title = '', inputs = [{}], order, filters = {} }: Listing,
): void {
  const name = `${tool.name} ${title}`.trim();
  const probesIn = (items: readonly Item[]) =>
    Object.entries(filters).map(([param, rule]) => ({ param, rules: probesOf(items, param, rule) }));
  let known: Promise<Items & { probes: ReturnType<typeof probesIn> }> | undefined;
  /** Is read once. */
  async function sample(given: Given) {
    const input = await golden(tool, given);
    known ??= Promise.all(inputs.map((change) => call.all(tool, { ...input, ...change }))).then((parts) => {
      const items = parts.flatMap((part) => part.items);
      const total = parts.length > 1 ? null : (parts[0]?.total ?? null);
      return { items, total, isWhole: parts.every((part) => part.isWhole), probes: probesIn(items) };
    });
    return { ...(await known), input: { ...input, ...inputs[0] } };
  }
  const sortedBy = (items: readonly Item[]) =>
    order === undefined ? [] : items.flatMap((item) => valuesAt(item, order.replace('-', ''))).map(Number);
  /** Every item once, in order, with the right total. */
  function expectListing({ items, total, isWhole }: Items): void {
    const keys = items.map(keyOf);
    expect(keys).toEqual([...new Set(keys)]);
    if (isWhole && total !== null) expect(total).toBe(keys.length);
    const ascending = sortedBy(items).toSorted((one, other) => one - other);
    expect(sortedBy(items)).toEqual(order?.startsWith('-') ? ascending.toReversed() : ascending);
  }
  async function expectMatches(given: Given, { filter, matches }: Probe): Promise<void> {
    const { items, input } = await sample(given);
    const found = await call.all(tool, { ...input, ...filter });
    const keys = new Set(found.items.map(keyOf));
    const wrong = found.items.filter((item) => !matches(item)).map(keyOf);
    const missing = items.filter((item) => matches(item) && !keys.has(keyOf(item))).map(keyOf);
    expect({ filter, wrong, missing }).toEqual({ filter, wrong: [], missing: [] });
    expectListing(found);
  }

  check(`${name} returns each item once${order ? `, by ${order}` : ''}, and a total`, [tool], async (given) => {
    const all = await sample(given);
    expectListing(all);
    given(!order || new Set(sortedBy(all.items)).size > 1, 'no two items differ in what sorts them');
  });

  if (pagingOf(tool) === 'limit' && !title)
    check(`${name} has full pages without gap, each with the total of all`, [tool], async (given) => {
      const { items, isWhole, input } = await sample(given);
      given(items.length > 2, `it has ${items.length} items; paging needs three`);
      const keys = items.map(keyOf);
      const limit = Math.min(Math.ceil(items.length / 3.5), maxPageSize);
      const pages = Math.ceil(items.length / limit);
      for (let page = 1; page <= (isWhole ? pages + 1 : pages - 1); page += 1) {
        const found = await call.page(tool, { ...input, limit: String(limit), page: String(page) });
        const expected = keys.slice((page - 1) * limit, page * limit);
        expect({ page, keys: found.items.map(keyOf) }).toEqual({ page, keys: expected });
        const hasMore = page < pages || !isWhole;
        expect({ page, hasMore: found.hasMore ?? hasMore }).toEqual({ page, hasMore });
        if (!isWhole || page > pages) continue;
        given(found.total != null, 'the total is null');
        expect({ page, total: found.total }).toEqual({ page, total: keys.length });
      }
      expect((await call.page(tool, input)).items.map(keyOf)).toEqual(keys.slice(0, 25));
    });

  for (const { param, rules } of probesIn([])) {
    for (const rule of Object.keys(rules))
      check(`${name} applies ${param}: ${rule}`, [tool], async (given) => {
        const probes = (await sample(given)).probes.find((each) => each.param === param)?.rules[rule];
        const [first, second] = probes ?? [];
        await expectMatches(given, given(first, 'no value tells items apart'));
        if (second && filters[param]?.[0] === 'screenedBy') await expectMatches(given, second);
      });
    if (Object.keys(filters).length === 1) continue;
    const isOwn = (key: string) => key === param;
    // Platforms reject `time_range` and `time_relative` together.
    const isOther = (key: string) => !isOwn(key) && !/^(time_r\w+ ?){2}$/.test(`${key} ${param}`);
    check(`${name} joins ${param} and another filter by AND`, [tool], async (given) => {
      const { items, probes } = await sample(given);
      const [own = [], others = []] = [isOwn, isOther].map((isUsed) =>
        probes.flatMap((each) => (isUsed(each.param) ? Object.values(each.rules).flat() : [])),
      );
      const isShown = (one: Probe) => (other: Probe) =>
        crosses(items, one, other) && items.some((item) => one.matches(item) && other.matches(item));
      const one = given(
        own.find((each) => others.some(isShown(each))),
        'no two values tell items apart',
      );
      const other = given(others.find(isShown(one)), '');
      const matches = (item: Item) => one.matches(item) && other.matches(item);
      await expectMatches(given, { filter: { ...one.filter, ...other.filter }, matches });
    });
  }
}
