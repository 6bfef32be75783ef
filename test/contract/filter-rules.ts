import { fromUtcText, toUtcText } from '../../src/tools/conversation/date-time.ts';
import { foldedWords } from '../../src/tools/rules/folded-text.ts';
import { type FilterKind, filterKinds } from '../../src/tools/talent/filter-kind.ts';
import { minRelativeEpochMs } from '../../src/tools/talent/vocabulary.ts';
import { dayMs, type Fields, onceFor } from './contract-caller.ts';

/** The values of a field such as `educations.institutionId`. */
export const valuesAt = (item: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>((found, key) => found.flatMap((each) => Object(each)[key] ?? []), [item]);

interface Kind {
  /** Whether an item with these values matches the parameter. */
  has: (values: readonly unknown[], parameter: unknown) => boolean;
  rules: Record<string, Rule>;
}

/** Returns parameters that may reveal a missing rule. `count` counts the items that match one. */
type Rule = (values: readonly unknown[], count: (parameter: unknown) => number) => unknown[];

const either = 'either of two values';

const anyOf: Kind = {
  has: (values, parameter) => [parameter].flat().some((each) => values.includes(each)),
  rules: {
    'one value': (values) => values.slice(0, 40).map((value) => [value]),
    [either](values, count) {
      const some = values.slice(0, 12);
      const pairs = some.flatMap((one) => some.map((other) => [one, other]));
      return pairs.filter((pair) => pair.every((value) => count([value]) < count(pair)));
    },
  },
};

const excludable = (prefix: string): Kind => ({
  has(values, parameter) {
    const [only] = [parameter].flat();
    const isExcluded = typeof only === 'string' && only.startsWith(prefix);
    return isExcluded ? !values.includes(only.slice(prefix.length)) : anyOf.has(values, parameter);
  },
  rules: { ...anyOf.rules, 'an excluded value': (values) => values.map((value) => [`${prefix}${String(value)}`]) },
});

/** The limits are values of items, so that the result shows whether a limit is inclusive. */
const limit = (toParameter: (value: number) => unknown, isWithin: (value: number, parameter: unknown) => boolean) => ({
  has: (values: readonly unknown[], parameter: unknown) => values.some((value) => isWithin(Number(value), parameter)),
  rules: {
    'the value of an item'(values: readonly unknown[]) {
      const sorted = values.map(Number).toSorted((one, other) => one - other);
      // Limits from the middle come first, because they have items on both sides.
      return [...sorted.slice(sorted.length / 2), ...sorted.slice(0, sorted.length / 2)].map(toParameter);
    },
  },
});
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const utcText = (time: number) => toUtcText(new Date(time));
const fromUtc = (text: unknown) => fromUtcText(String(text)).getTime();
const startOf = (parameter: unknown) =>
  Number(parameter) < minRelativeEpochMs ? Date.now() - Number(parameter) * dayMs : Number(parameter);
const since = limit(String, (time, parameter) => time >= startOf(parameter));
/** A limit excludes an item by less than a day. No item is within an hour of it: clocks differ. */
const daysBack: Rule = (values) =>
  values
    .map((time) => String(Math.floor((Date.now() - Number(time)) / dayMs)))
    .filter((days) => values.every((time) => Math.abs(startOf(days) - Number(time)) > dayMs / 24));

const wordsOf = onceFor((text: unknown) => foldedWords(String(text)));
const namesIn = (values: readonly unknown[]) => values.slice(0, 50).map((name) => String(name).split(/\s+/));
/** Returns the words that match `form`, changed by `change`. */
const changed =
  (form: RegExp, change: (word: string) => string): Rule =>
  (values) =>
    namesIn(values).flatMap((words) => words.filter((word) => form.test(word)).map(change));

const search: Kind = {
  has: (values, parameter) =>
    values.some((name) => wordsOf(parameter).every((word) => wordsOf(name).some((part) => part.includes(word)))),
  rules: {
    'a word in another case': changed(/^\p{Lu}\p{Ll}{2,}$/u, (word) => word.toUpperCase()),
    'a part of a word': changed(/^\p{L}{4,}$/u, (word) => word.slice(1, -1)),
    'all words, in another order': (values, count) =>
      namesIn(values)
        // A platform that requires only one of these words finds more items.
        .filter((words) => words.some((word) => count(word) > count(words.join(' '))))
        .map((words) => words.toReversed().join(' ')),
  },
};
const accents = {
  'a word without its accents': changed(/[\u00c0-\u017f]/, (word) => foldedWords(word).join(' ')),
  'a word with other accents': changed(/^[A-Z][a-z]*[aeo][a-z]+$/, (word) =>
    word.replace(/[aeo](?=[a-z])/, '$&\u0301'),
  ),
};

/** `search` is `words` without the rules for accents; `equals`, `from` and `until` are of the conversation tools. */
const kinds: Record<FilterKind | 'search' | 'equals' | 'from' | 'until', Kind> = {
  anyOf,
  overlaps: anyOf,
  equals: { ...anyOf, rules: { 'one value': (values) => [...values] } },
  names: excludable(filterKinds.names.prefix),
  screenedBy: excludable(filterKinds.screenedBy.prefix),
  search,
  words: { ...search, rules: { ...search.rules, ...accents } },
  atLeast: limit(String, (value, parameter) => value >= Number(parameter)),
  after: limit(String, (value, parameter) => value > Number(parameter)),
  since: { ...since, rules: { ...since.rules, 'days back from now': daysBack } },
  betweenDays: limit(
    (time) => [dayOf(time - 2 * dayMs), dayOf(time)],
    (time, days) => Object(days)[0] <= dayOf(time) && dayOf(time) <= Object(days)[1],
  ),
  from: limit(utcText, (value, parameter) => value >= fromUtc(parameter)),
  until: limit(utcText, (value, parameter) => value < fromUtc(parameter)),
};

/** For each parameter, the kind of its filter and the path of the field that it compares. */
export type Filters = Record<string, readonly [kind: keyof typeof kinds, path: string]>;

export const rulesOf = (kind: keyof typeof kinds) => Object.keys(kinds[kind].rules);

/** For each rule of each filter, a few inputs that a platform without the rule gets wrong, and the items that match. */
export function probesOf(items: readonly Fields[], filters: Filters) {
  return Object.entries(filters).flatMap(([param, [kind, path]]) => {
    const { has, rules } = kinds[kind];
    const isActor = kind === 'screenedBy';
    const actor = (user: unknown) => [Object(user).isViewer === true ? 'me' : 'others', Object(user).id];
    const valuesOf = onceFor((item: Fields) => (isActor ? valuesAt(item, path).flatMap(actor) : valuesAt(item, path)));
    const values = [...new Set([...(isActor ? ['me', 'others'] : []), ...items.flatMap(valuesOf)])];
    const matching = (parameter: unknown) => items.filter((item) => has(valuesOf(item), parameter));
    return Object.entries(rules).flatMap(([rule, find]) =>
      find(values, (parameter) => matching(parameter).length)
        .map((parameter) => ({
          param,
          rule,
          filter: { [param]: parameter },
          matches: (item: Fields) => has(valuesOf(item), parameter),
          expected: matching(parameter),
        }))
        // A pair for `either` may match all items, because each of its values matches fewer.
        .filter(({ expected: { length } }) => rule === either || (length > 0 && length < items.length))
        .slice(0, 20),
    );
  });
}
