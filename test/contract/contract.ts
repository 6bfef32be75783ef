import { afterAll, expect, it } from 'vitest';
import { foldedWords } from '../../src/tools/rules/folded-text.ts';
import type { Tool } from '../../src/tools/tool.ts';
import type { Caller, ContractTarget, Items, ListTool } from './contract-caller.ts';
import type { Sample } from './sample.ts';

export interface Contract {
  target: ContractTarget;
  call: Caller;
  sample: Sample;
  /** Declares a test. It is skipped if the platform lacks one of the tools, or if the sample cannot show the rule. */
  check(name: string, tools: readonly Tool[], run: (trial: Trial) => Promise<void>): void;
}

export interface Trial {
  /** Returns the value, or ends the test as skipped if there is none. */
  given<Value>(value: Value | null | undefined, reason: string): Value;
}

/** What the suite never tries. */
const neverTried = [
  'signal_mark_viewed and activity_upload: they cannot be undone',
  'FORBIDDEN, RATE_LIMITED, OVERLOADED and expired accounts: the suite cannot provoke them',
];

/** @param untried receives a line for each test that is skipped, and for each tool that is missing */
export function createCheck(call: Pick<Caller, 'missing'>, untried: Set<string>): Contract['check'] {
  return (name, tools, run) =>
    // oxlint-disable-next-line vitest/valid-title -- the caller names the test
    it(name, async (context) => {
      for (const tool of tools) {
        const reason = await call.missing(tool);
        if (reason !== undefined) {
          untried.add(reason);
          context.skip(reason);
        }
      }
      expect.hasAssertions();
      await run({
        given(value, reason) {
          if (value !== null && value !== undefined) return value;
          untried.add(`${name}: ${reason}`);
          return context.skip(reason);
        },
      });
    });
}

export function expectAllTried(untried: ReadonlySet<string>): void {
  it('leaves nothing untried', () => expect([...untried]).toEqual([]));
}

export function reportUntried(untried: ReadonlySet<string>): void {
  afterAll(() => {
    console.log(['Not tried:', ...untried, ...neverTried].join('\n- '));
  });
}

/** Which items of a listing a filter returns. */
export interface Probe<Item> {
  filter: Record<string, unknown>;
  matches: (item: Item) => boolean;
}

export interface Listing<Item extends object> {
  tool: ListTool<Item>;
  /** The input apart from the filter. */
  input: object;
  keyOf: (item: Item) => string;
  pageSize?: number;
  /** Null if the order of items is not promised, or if the item has no time. The latest item comes first. */
  timeOf: (item: Item) => Date | null;
}

/** Whether a platform that ignores the filter would return something else. */
export const splits = <Item>(items: readonly Item[], { matches }: Probe<Item>) =>
  items.some(matches) && !items.every(matches);

/** Whether a platform that reads only one of the filters, or joins them differently, would return something else. */
const crosses = <Item>(items: readonly Item[], one: Probe<Item>, other: Probe<Item>) =>
  items.some((item) => one.matches(item) && !other.matches(item)) &&
  items.some((item) => !one.matches(item) && other.matches(item));

export const and = <Item>(one: Probe<Item>, other: Probe<Item>): Probe<Item> => ({
  filter: { ...one.filter, ...other.filter },
  matches: (item) => one.matches(item) && other.matches(item),
});

/** Two probes of which a platform that joins them by AND, or reads only one, would not return all matches. */
export const crossing = <Item>(items: readonly Item[], probes: readonly Probe<Item>[]) =>
  pairs(probes, probes).find(([one, other]) => crosses(items, one, other));

/** Two probes with common matches, which a platform that joins them by OR, or reads only one, would not return alone. */
export const overlapping = <Item>(
  items: readonly Item[],
  ones: readonly Probe<Item>[],
  others: readonly Probe<Item>[],
) =>
  pairs(ones, others).find(
    ([one, other]) => crosses(items, one, other) && items.some((item) => one.matches(item) && other.matches(item)),
  );

const pairs = <Value>(ones: readonly Value[], others: readonly Value[]) =>
  ones.flatMap((one) => others.map((other) => [one, other] as const));

/** Sends the filter, and expects the matches of the sample and nothing that does not match, in order, with a total. */
export async function expectMatches<Item extends object>(
  { call }: Pick<Contract, 'call'>,
  { tool, input, keyOf, pageSize, timeOf }: Listing<Item>,
  { sample, probe: { filter, matches } }: { sample: Items<Item>; probe: Probe<Item> },
): Promise<void> {
  const found = await call.all(tool, { ...input, ...filter }, pageSize);
  const keys = new Set(found.items.map(keyOf));
  const sent = JSON.stringify(filter);
  expect({ sent, wrong: found.items.filter((item) => !matches(item)).map(keyOf) }).toEqual({ sent, wrong: [] });
  const missing = sample.items.filter((item) => matches(item) && !keys.has(keyOf(item))).map(keyOf);
  expect({ sent, missing }).toEqual({ sent, missing: [] });
  expect(keys.size).toBe(found.items.length);
  expectLatestFirst(found.items.map(timeOf));
}

export function expectLatestFirst(times: readonly (Date | null)[]): void {
  const known = times.flatMap((time) => time?.getTime() ?? []);
  expect(known).toEqual(known.toSorted((one, other) => other - one));
}

/** Reads small pages, and expects the items of the sample on full pages, without gap or repetition. */
export async function expectPages<Item extends object>(
  { call }: Pick<Contract, 'call'>,
  { tool, input, keyOf }: Omit<Listing<Item>, 'timeOf'>,
  { sample, trial }: { sample: Items<Item>; trial: Trial },
): Promise<void> {
  const { items, isWhole } = sample;
  trial.given(items.length > 2 || undefined, `it has ${items.length} items; paging needs three`);
  const limit = Math.max(1, Math.ceil(items.length / 4) - 1);
  const keys = items.map(keyOf);
  const pageOf = (page: number) => call.page(tool, { ...input, limit: String(limit), page: String(page) });
  for (let page = 1; page <= Math.ceil(items.length / limit); page += 1) {
    const { items: found, ...rest } = await pageOf(page);
    const end = page * limit;
    expect({ page, keys: found.map(keyOf) }).toEqual({
      page,
      keys: keys.slice(end - limit, isWhole ? end : undefined).slice(0, limit),
    });
    const { hasMore, total = null } = { hasMore: null, ...rest };
    if (hasMore !== null && (isWhole || end < items.length))
      expect({ page, hasMore }).toEqual({ page, hasMore: end < items.length });
    if (isWhole && total !== null) expect({ page, total }).toEqual({ page, total: items.length });
    trial.given(isWhole && page === 1 ? total : 0, 'the total is null, so there may be too many items to count');
  }
  if (isWhole) expect((await pageOf(Math.ceil(items.length / limit) + 1)).items).toEqual([]);
  const usual = await call.page(tool, input);
  expect(usual.items.map(keyOf)).toEqual(keys.slice(0, 25));
}

/** Searches for a name, with what each would show. Undefined if no name of the sample can show it. */
export const nameSearches: Record<string, (names: readonly string[]) => string | undefined> = {
  'in another case': (names) => wordOf(names, /^[\p{Lu}][\p{Ll}]+$/u)?.toUpperCase(),
  'for a part of a word': (names) => wordOf(names, /^\p{L}{4,}$/u)?.slice(1, -1),
  'for words in another order': (names) =>
    names
      .find((name) => foldedWords(name).length > 1)
      ?.split(/\s+/)
      .toReversed()
      .join(' '),
  // Each word alone finds more.
  'for several words that must all match': (names) =>
    names.find(
      (name) =>
        foldedWords(name).length > 1 && foldedWords(name).every((word) => found(names, word) > found(names, name)),
    ),
  'for words that no name has together': (names) => {
    const all = names.flatMap((name) => foldedWords(name));
    return all.flatMap((one) => all.map((other) => `${one} ${other}`)).find((pair) => found(names, pair) === 0);
  },
};

export const accentSearches: typeof nameSearches = {
  'without the accents of the name': (names) => {
    const word = names
      .flatMap((name) => name.split(/\s+/))
      .find((each) => /[\u00c0-\u017f]/.test(each) && each.length > 2);
    return word && foldedWords(word)[0];
  },
  'with accents that the name does not have': (names) =>
    wordOf(names, /^[A-Za-z]*[aeo][a-z]+$/)?.replace(/[aeo](?=[a-z])/, '$&\u0301'),
};

export const matchesName = (search: string, name: string | null) =>
  name !== null && foldedWords(search).every((word) => foldedWords(name).some((part) => part.includes(word)));

const found = (names: readonly string[], search: string) => names.filter((name) => matchesName(search, name)).length;
const wordOf = (names: readonly string[], form: RegExp) =>
  names
    .flatMap((name) => name.split(/\s+/))
    .find((word) => word.length > 2 && form.test(word) && found(names, word) < names.length);

export const distinct = <Value>(values: readonly (Value | null | undefined)[]) => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
];
