import { fromUtcText, toUtcText } from '../../src/tools/conversation/date-time.ts';
import { foldedWords } from '../../src/tools/rules/folded-text.ts';
import { type FilterKind, filterKinds } from '../../src/tools/talent/filter-kind.ts';
import { minRelativeEpochMs } from '../../src/tools/talent/vocabulary.ts';
import { type Input, type Item, onceFor } from './contract-caller.ts';

/** A filter, and which items it returns. */
export interface Probe {
  filter: Input;
  matches: (item: Item) => boolean;
}

/** Kinds of `signals_list`; `search` is `words` without a rule for accents, the others are of the conversation tools. */
export type RuleKind = FilterKind | 'search' | 'equals' | 'from' | 'until';

/** The values of a field such as `educations.institutionId`. */
export const valuesAt = (item: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>((found, key) => found.flatMap((each) => Object(each)[key] ?? []), [item]);

/** Whether a platform that reads only one of the filters would return something else. */
export const crosses = (items: readonly Item[], one: Probe, other: Probe) =>
  items.some((item) => one.matches(item) && !other.matches(item)) &&
  items.some((item) => !one.matches(item) && other.matches(item));

/** How a parameter filters, and the field that it compares. */
export type FilterRule = readonly [kind: RuleKind, path: string];

interface Kind {
  /** Whether an item with these values matches the parameter. */
  has: (values: readonly unknown[], parameter: unknown) => boolean;
  /** By rule, parameters that may show it. */
  rules: Record<string, (sample: Sample) => unknown[]>;
}

interface Sample {
  items: readonly Item[];
  /** All different values of the items. */
  values: unknown[];
  probe: (parameter: unknown) => Probe;
}

const either = 'either of two values';

const anyOf: Kind = {
  has: (values, parameter) => [parameter].flat().some((each) => values.includes(each)),
  rules: {
    'one value': ({ values }) => values.slice(0, 40).map((value) => [value]),
    [either]: ({ items, values, probe }) =>
      pairsOf(values.slice(0, 12)).filter(([one, other]) => crosses(items, probe([one]), probe([other]))),
  },
};
const pairsOf = (values: readonly unknown[]) => values.flatMap((one) => values.map((other) => [one, other]));

const excludable = (prefix: string): Kind => ({
  has(values, parameter) {
    const [only] = [parameter].flat();
    const isExcluded = typeof only === 'string' && only.startsWith(prefix);
    return isExcluded ? !values.includes(only.slice(prefix.length)) : anyOf.has(values, parameter);
  },
  rules: { ...anyOf.rules, 'an excluded value': ({ values }) => values.map((value) => [`${prefix}${String(value)}`]) },
});

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const startOfDay = (days: unknown, index: 0 | 1) => Date.parse(String([days].flat()[index]));
const utcText = (time: number) => toUtcText(new Date(time));
const fromUtc = (text: unknown) => fromUtcText(String(text)).getTime();

/** The limits are values of items, so that the result shows whether the limit is included. */
const limit = (parameterOf: (value: number) => unknown, isWithin: (value: number, parameter: unknown) => boolean) => ({
  has: (values: readonly unknown[], parameter: unknown) => values.some((value) => isWithin(Number(value), parameter)),
  rules: {
    'the value of an item': ({ values }: Sample) => {
      const sorted = values.map(Number).toSorted((one, other) => one - other);
      // From the middle, so that both sides of a limit have items.
      return [...sorted.slice(sorted.length / 2), ...sorted.slice(0, sorted.length / 2)].map(parameterOf);
    },
  },
});
const startOf = (parameter: unknown) =>
  Number(parameter) < minRelativeEpochMs ? Date.now() - Number(parameter) * dayMs : Number(parameter);
const since = limit(String, (time, parameter) => time >= startOf(parameter));
/** One more day includes an item. No item is within an hour of the limit, because the clocks may differ. */
const daysBack = ({ values }: Sample) =>
  values
    .map((time) => String(Math.floor((Date.now() - Number(time)) / dayMs)))
    .filter((days) => values.every((time) => Math.abs(startOf(days) - Number(time)) > dayMs / 24));

const wordsOf = onceFor((text: unknown) => foldedWords(String(text)));
/** Changes the words of this form. */
const changed =
  (form: RegExp, change: (word: string) => string) =>
  ({ values }: Sample) =>
    namesIn(values).flatMap((name) => name.filter((word) => form.test(word)).map(change));
const namesIn = (values: readonly unknown[]) => values.slice(0, 50).map((name) => String(name).split(/\s+/));

const search: Kind = {
  has: (values, parameter) =>
    values.some((name) => wordsOf(parameter).every((word) => wordsOf(name).some((part) => part.includes(word)))),
  rules: {
    'a word in another case': changed(/^\p{Lu}\p{Ll}{2,}$/u, (word) => word.toUpperCase()),
    'a part of a word': changed(/^\p{L}{4,}$/u, (word) => word.slice(1, -1)),
    'all words, in another order': ({ items, values, probe }) => {
      const countOf = (text: string) => items.filter(probe(text).matches).length;
      const reversed = namesIn(values).map((words) => words.toReversed());
      // A platform that matches any word finds more.
      const shows = (words: string[]) => words.some((word) => countOf(word) > countOf(words.join(' ')));
      return reversed.filter(shows).map((words) => words.join(' '));
    },
  },
};
const accents = {
  'a word without its accents': changed(/[\u00c0-\u017f]/, (word) => foldedWords(word).join(' ')),
  'a word with other accents': changed(/^[A-Z][a-z]*[aeo][a-z]+$/, (word) =>
    word.replace(/[aeo](?=[a-z])/, '$&\u0301'),
  ),
};

const kinds: Record<RuleKind, Kind> = {
  anyOf,
  overlaps: anyOf,
  equals: { ...anyOf, rules: { 'one value': ({ values }) => values } },
  names: excludable(filterKinds.names.prefix),
  screenedBy: excludable(filterKinds.screenedBy.prefix),
  search,
  words: { ...search, rules: { ...search.rules, ...accents } },
  atLeast: limit(String, (value, parameter) => value >= Number(parameter)),
  after: limit(String, (value, parameter) => value > Number(parameter)),
  since: { ...since, rules: { ...since.rules, 'days back from now': daysBack } },
  betweenDays: limit(
    (time) => [dayOf(time - 2 * dayMs), dayOf(time)],
    (time, days) => time >= startOfDay(days, 0) && time < startOfDay(days, 1) + dayMs,
  ),
  from: limit(utcText, (value, parameter) => value >= fromUtc(parameter)),
  until: limit(utcText, (value, parameter) => value < fromUtc(parameter)),
};

/** By rule of a filter, a few probes that a platform without the rule fails. */
export function probesOf(items: readonly Item[], param: string, [kind, path]: FilterRule): Record<string, Probe[]> {
  const { has, rules } = kinds[kind];
  const isActor = kind === 'screenedBy';
  const actor = (user: unknown) => [Object(user).isViewer === true ? 'me' : 'others', Object(user).id];
  const valuesOf = onceFor((item: Item) => (isActor ? valuesAt(item, path).flatMap(actor) : valuesAt(item, path)));
  const values = [...new Set([...(isActor ? ['me', 'others'] : []), ...items.flatMap(valuesOf)])];
  const probe = (parameter: unknown): Probe => ({
    filter: { [param]: parameter },
    matches: (item) => has(valuesOf(item), parameter),
  });
  // The candidates for `either` already show it.
  const shows = ({ matches }: Probe, rule: string) => rule === either || (items.some(matches) && !items.every(matches));
  return Object.fromEntries(
    Object.entries(rules).map(([rule, find]) => {
      const probes = find({ items, values, probe }).map(probe);
      return [rule, probes.filter((each) => shows(each, rule)).slice(0, 20)];
    }),
  );
}
