import { toUtcText } from '../../src/tools/conversation/date-time.ts';
import { foldedWords } from '../../src/tools/rules/folded-text.ts';
import { type FilterKind, filterKinds } from '../../src/tools/talent/filter-kind.ts';
import type { Input, Item } from './contract-caller.ts';

/** Which items of a listing a filter returns. */
export interface Probe {
  filter: Input;
  matches: (item: Item) => boolean;
  /** Set if the filter shows its rule although a platform that ignores it may return the same. */
  mayMatchAll?: true;
}

/** Kinds of `signals_list`; `search` is `words` without a rule for accents, the others are of the conversation tools. */
export type RuleKind = FilterKind | 'search' | 'equals' | 'from' | 'until';

/** The values of a field such as `educations.institutionId`. */
export const valuesAt = (item: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>((found, key) => found.flatMap((each) => Object(each)[key] ?? []), [item]);

const distinct = <Value>(values: readonly Value[]) => [...new Set(values)];

/** Whether a platform that ignores the filter would return something else. */
export const splits = (items: readonly Item[], { matches }: Probe) => items.some(matches) && !items.every(matches);

/** Whether a platform that reads only one of the filters would return something else. */
export const crosses = (items: readonly Item[], one: Probe, other: Probe) =>
  items.some((item) => one.matches(item) && !other.matches(item)) &&
  items.some((item) => !one.matches(item) && other.matches(item));

/** By rule of a filter, the values that may show it; `splits` tells which of them do. */
export function rulesOf(items: readonly Item[], kind: RuleKind, param: string, path: string): Record<string, Probe[]> {
  const isActor = kind === 'screenedBy';
  const values = distinct(items.flatMap((item) => valuesAt(item, isActor ? `${path}.id` : path)));
  if (kind === 'words' || kind === 'search')
    return wordRules(items, { param, path, names: values.map(String), hasAccents: kind === 'words' });
  if (isLimit(kind))
    return limitRules(kind, { param, path, numbers: values.map(Number).toSorted((one, other) => one - other) });
  return valueRules(items, {
    kind,
    param,
    path,
    values: [...(isActor ? ['me', 'others'] : []), ...values.slice(0, 40)],
  });
}

interface Filter {
  param: string;
  path: string;
}

function valueRules(
  items: readonly Item[],
  {
    kind,
    param,
    path,
    values,
  }: Filter & { kind: 'equals' | 'anyOf' | 'overlaps' | 'names' | 'screenedBy'; values: unknown[] },
): Record<string, Probe[]> {
  const { prefix = '' } = { prefix: undefined, ...(kind !== 'equals' && filterKinds[kind]) };
  function has(item: Item, value: unknown): boolean {
    if (value !== 'me' && value !== 'others')
      return valuesAt(item, kind === 'screenedBy' ? `${path}.id` : path).includes(value);
    return valuesAt(item, path).some((user) => (Object(user).isViewer === true) === (value === 'me'));
  }
  const probe = (...included: unknown[]): Probe => ({
    filter: { [param]: kind === 'equals' ? included[0] : included },
    matches: (item) => included.some((value) => has(item, value)),
  });
  const excluding = (value: unknown): Probe => ({
    filter: { [param]: [`${prefix}${String(value)}`] },
    matches: (item) => !has(item, value),
  });
  const few = values.slice(0, 12);
  const pairs = few.flatMap((one) => few.map((other) => [one, other] as const));
  const crossing = pairs.filter(([one, other]) => crosses(items, probe(one), probe(other)));
  return {
    'one value': values.map((value) => probe(value)),
    ...(kind !== 'equals' && {
      'either of two values': crossing.map((pair) => ({ ...probe(...pair), mayMatchAll: true as const })),
    }),
    ...(prefix && { 'an excluded value': values.map(excluding) }),
  };
}

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const utcText = (time: number) => toUtcText(new Date(time));
const isFrom = (value: number, limit: number) => value >= limit;
const limitKinds = {
  atLeast: { text: String, isWithin: isFrom },
  after: { text: String, isWithin: (value: number, limit: number) => value > limit },
  since: { text: String, isWithin: isFrom },
  from: { text: utcText, isWithin: isFrom },
  until: { text: utcText, isWithin: (value: number, limit: number) => value < limit },
};

type LimitKind = keyof typeof limitKinds | 'betweenDays';
const isLimit = (kind: RuleKind): kind is LimitKind => kind === 'betweenDays' || kind in limitKinds;

/** The limits are values of items, so that the result shows whether the limit is included. */
function limitRules(
  kind: LimitKind,
  { param, path, numbers }: Filter & { numbers: number[] },
): Record<string, Probe[]> {
  // From the middle, so that both sides of a limit have items.
  const limits = [...numbers.slice(numbers.length / 2), ...numbers.slice(0, numbers.length / 2)];
  const probe = (value: unknown, isWithin: (value: number) => boolean): Probe => ({
    filter: { [param]: value },
    matches: (item) => valuesAt(item, path).map(Number).some(isWithin),
  });
  if (kind === 'betweenDays') {
    const between = (from: string, to: string) =>
      probe([from, to], (time) => time >= Date.parse(from) && time < Date.parse(to) + dayMs);
    return { 'two days': limits.map((time) => between(dayOf(time - 2 * dayMs), dayOf(time))) };
  }
  const { text, isWithin } = limitKinds[kind];
  const secondOf = (limit: number) => (text === utcText ? Math.floor(limit / 1000) * 1000 : limit);
  const now = Date.now();
  // No item is within an hour of the limit, because the clocks may differ.
  const daysBack = Array.from({ length: kind === 'since' ? 1000 : 0 }, (_, days) => days + 1).filter((days) =>
    numbers.every((time) => Math.abs(now - days * dayMs - time) > dayMs / 24),
  );
  return {
    'the value of an item': limits.map((limit) => probe(text(limit), (value) => isWithin(value, secondOf(limit)))),
    ...(kind === 'since' && {
      'days back from now': daysBack.map((days) => probe(String(days), (time) => time >= now - days * dayMs)),
    }),
  };
}

function wordRules(
  items: readonly Item[],
  { param, path, names, hasAccents }: Filter & { names: string[]; hasAccents: boolean },
): Record<string, Probe[]> {
  const folded = new Map<unknown, string[]>(names.map((name) => [name, foldedWords(name)]));
  function probe(search: string): Probe {
    const words = foldedWords(search);
    const isIn = (parts: readonly string[]) => words.every((word) => parts.some((part) => part.includes(word)));
    const matches = (item: Item) =>
      valuesAt(item, path).some((name) => isIn(folded.get(name) ?? foldedWords(String(name))));
    return { filter: { [param]: search }, matches };
  }
  const countOf = (search: string) => items.filter(probe(search).matches).length;
  const changed = (form: RegExp, change: (word: string) => string) =>
    names
      .slice(0, 50)
      .flatMap((name) => name.split(/\s+/))
      .flatMap((word) => (form.test(word) ? probe(change(word)) : []));
  const reversed = names.slice(0, 50).map((name) => name.split(/\s+/).toReversed());
  return {
    'a word in another case': changed(/^\p{Lu}\p{Ll}{2,}$/u, (word) => word.toUpperCase()),
    'a part of a word': changed(/^\p{L}{4,}$/u, (word) => word.slice(1, -1)),
    // A platform that matches any word finds more.
    'all words, in another order': reversed
      .filter((words) => words.some((word) => countOf(word) > countOf(words.join(' '))))
      .map((words) => probe(words.join(' '))),
    ...(hasAccents && {
      'a word without its accents': changed(/[\u00c0-\u017f]/, (word) => foldedWords(word).join(' ')),
      'a word with other accents': changed(/^[A-Z][a-z]*[aeo][a-z]+$/, (word) =>
        word.replace(/[aeo](?=[a-z])/, '$&\u0301'),
      ),
    }),
  };
}
