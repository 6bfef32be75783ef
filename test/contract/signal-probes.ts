import { filterKinds } from '../../src/tools/talent/filter-kind.ts';
import { type FilterKey, isFilterKey, signalFilters } from '../../src/tools/talent/signal-filter.ts';
import type { SignalRecord } from '../../src/tools/talent/signal.ts';
import { distinct, type Probe, splits } from './contract.ts';

export type SignalProbe = Probe<SignalRecord>;
type Kind<Key extends FilterKey> = (typeof signalFilters)[Key]['kind'];
type ValueKey = { [Key in FilterKey]: Kind<Key> extends 'anyOf' | 'overlaps' | 'names' ? Key : never }[FilterKey];
/** The tests of these are in `signal-contract.ts`. */
type OtherKey = Exclude<FilterKey, ValueKey | 'fullname' | 'screened_by'>;
type ValuesOf = (signal: SignalRecord) => readonly (string | null)[];

/** The values of a signal by filter. A new filter needs an entry here or in `limitProbes`. */
const signalValues: Record<ValueKey, ValuesOf> = {
  type: ({ type }) => [type],
  age: ({ ageRange }) => [ageRange],
  gender: ({ gender }) => [gender],
  education_level: ({ educationLevel }) => [educationLevel],
  customer_focus: ({ customerFocus }) => [customerFocus],
  profile_tags: ({ profileTags }) => profileTags,
  city: ({ city }) => [city],
  country: ({ country }) => [country],
  region: ({ region }) => [region],
  origin: ({ origin }) => [origin],
  industry: ({ industry }) => [industry],
  past_companies: ({ experiences }) => experiences.map(({ companyId }) => companyId),
  past_education: ({ educations }) => educations.map(({ institutionId }) => institutionId),
  source: ({ source }) => [source],
};

export const valueFilters = Object.entries(signalValues).map(([key, valuesOf]) => ({
  key,
  canExclude: isFilterKey(key) && signalFilters[key].kind === 'names',
  probe: (values: readonly string[]): SignalProbe => ({
    filter: { [key]: values },
    matches: (signal) => valuesOf(signal).some((value) => value !== null && values.includes(value)),
  }),
  excluding: (value: string): SignalProbe => ({
    filter: { [key]: [filterKinds.names.prefix + value] },
    matches: (signal) => !valuesOf(signal).includes(value),
  }),
  valuesIn: (signals: readonly SignalRecord[]) => distinct(signals.flatMap(valuesOf)),
}));

const dayMs = 86_400_000;
const timeOf = ({ discoveredAt }: SignalRecord) => discoveredAt?.getTime() ?? -Infinity;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The limits of each filter that are values of signals, so that the result shows whether the limit is included. */
const limitProbes: Record<OtherKey, (signals: readonly SignalRecord[]) => SignalProbe[]> = {
  score: (signals) =>
    distinct(signals.map(({ score }) => score)).map((limit) => ({
      filter: { score: String(limit) },
      matches: ({ score }) => score !== null && score >= limit,
    })),
  created_after: (signals) =>
    times(signals).map((limit) => ({
      filter: { created_after: String(limit) },
      matches: (signal) => timeOf(signal) > limit,
    })),
  time_range: (signals) =>
    times(signals).map((first, index, all) => {
      const last = all[Math.max(0, index - 2)] ?? first;
      const range = [dayOf(first), dayOf(last)];
      const [from = 0, to = 0] = range.map((day) => Date.parse(day));
      return {
        filter: { time_range: range },
        matches: (signal) => timeOf(signal) >= from && timeOf(signal) < to + dayMs,
      };
    }),
  time_relative: (signals) =>
    times(signals).map((limit) => ({
      filter: { time_relative: String(limit) },
      matches: (signal) => timeOf(signal) >= limit,
    })),
};

export const limitFilters = Object.entries(limitProbes);

/** A number of days that ends more than an hour away from any signal. */
export function relativeDays(signals: readonly SignalRecord[], now: number): SignalProbe | undefined {
  const probes = Array.from({ length: 1000 }, (_, days): SignalProbe & { limit: number } => {
    const limit = now - (days + 1) * dayMs;
    return { limit, filter: { time_relative: String(days + 1) }, matches: (signal) => timeOf(signal) >= limit };
  });
  return probes.find(
    (probe) => splits(signals, probe) && signals.every((signal) => Math.abs(timeOf(signal) - probe.limit) > dayMs / 24),
  );
}

/** From the middle, so that both sides of a limit have signals; latest first. */
const times = (signals: readonly SignalRecord[]) => {
  const all = distinct(signals.map(({ discoveredAt }) => discoveredAt?.getTime())).toSorted(
    (one, other) => other - one,
  );
  return all.slice(Math.floor(all.length / 3));
};

interface Review {
  user: { id: string; isViewer: boolean | null };
}

/** Users who reviewed signals, as the filters `screened_by` and `viewed_by` name them. */
export function actorFilters<Item>(key: string, reviewsOf: (item: Item) => readonly Review[] | undefined) {
  const isBy = (actor: string, item: Item) =>
    (reviewsOf(item) ?? []).some(({ user }) =>
      actor === 'me' ? user.isViewer === true : actor === 'others' ? user.isViewer !== true : user.id === actor,
    );
  const probe = (actors: readonly string[]): Probe<Item> => ({
    filter: { [key]: actors },
    matches: (item) => {
      const { true: excluded = [], false: included = [] } = Object.groupBy(actors, (actor) =>
        String(actor.startsWith('-')),
      );
      const isExcluded = excluded.some((actor) => isBy(actor.slice(1), item));
      return !isExcluded && (included.length === 0 || included.some((actor) => isBy(actor, item)));
    },
  });
  const users = (items: readonly Item[]) =>
    distinct(items.flatMap((item) => (reviewsOf(item) ?? []).map(({ user }) => user.id)));
  return { probe, users };
}

/** What each case sends, given two users. */
export const actorCases: Record<string, (users: readonly [string, string]) => readonly string[]> = {
  'the caller': () => ['me'],
  'not the caller': () => ['-me'],
  'other users': () => ['others'],
  'no other user': () => ['-others'],
  'the caller or another user': () => ['me', 'others'],
  'one user': ([one]) => [one],
  'either of two users': ([one, other]) => [one, other],
  'one user but not the other': ([one, other]) => [one, `-${other}`],
};
