import { filterEntries, type FilterKey, isFilterKey, type SignalsFilter } from '../../../tools/talent/signal-filter.ts';
import type { SignalRecord } from '../../../tools/talent/signal.ts';
import { foldText } from '../../../tools/rules/folded-text.ts';

/** A filter with a value, and which signals it should match. */
interface Probe {
  filter: SignalsFilter;
  matches: (signal: SignalRecord) => boolean | null;
}

function filterOf(key: FilterKey, values: string[]): SignalsFilter;
// An overload, because TypeScript cannot infer the types of computed keys.
function filterOf(key: string, values: unknown): Record<string, unknown> {
  return { [key]: values };
}

type ValuesOf = (signal: SignalRecord) => readonly (string | null)[];

const valuesOf: Partial<Record<FilterKey, ValuesOf>> = {
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

/** Filters whose values occur in the sample and, if possible, leave out a part of it. */
export function signalProbes(sample: readonly SignalRecord[]): { probes: Probe[]; unprobed: FilterKey[] } {
  const keys = filterEntries.map(([key]) => key).filter(isFilterKey);
  const probes = keys.flatMap((key) => probesOf(key, sample));
  const probed = new Set(probes.flatMap(({ filter }) => Object.keys(filter)));
  return { probes, unprobed: keys.filter((key) => !probed.has(key)) };
}

interface Sample {
  signals: readonly SignalRecord[];
  /** The median of the times of discovery. */
  middle: Date | undefined;
}

const otherProbes: Partial<Record<FilterKey, (sample: Sample) => Probe | undefined>> = {
  fullname: ({ signals }) => nameProbe(signals.find(({ fullName }) => fullName !== null)?.fullName),
  score: ({ signals }) => {
    const top = Math.max(...signals.map(({ score }) => score ?? 0));
    return top < 1 ? undefined : { filter: { score: String(top) }, matches: ({ score }) => (score ?? 0) >= top };
  },
  screened_by: () => ({ filter: { screened_by: ['me'] }, matches: ({ viewerHasScreened }) => viewerHasScreened }),
  created_after: ({ middle }) => middle && timeProbe({ created_after: String(+middle) }, (time) => time > +middle),
  time_relative: ({ middle }) => middle && timeProbe({ time_relative: String(+middle) }, (time) => time >= +middle),
  time_range: ({ middle }) => {
    const day = middle?.toISOString().slice(0, 10);
    if (day === undefined) return undefined;
    return timeProbe({ time_range: [day, day] }, (time) => new Date(time).toISOString().startsWith(day));
  },
};

function probesOf(key: FilterKey, signals: readonly SignalRecord[]): Probe[] {
  const values = valuesOf[key];
  if (values) return valueProbes(key, values, signals);
  const dates = signals.flatMap(({ discoveredAt }) => discoveredAt ?? []).toSorted((one, other) => +one - +other);
  return [otherProbes[key]?.({ signals, middle: dates[Math.floor(dates.length / 2)] }) ?? []].flat();
}

function valueProbes(key: FilterKey, values: ValuesOf, sample: readonly SignalRecord[]): Probe[] {
  const has = (value: string) => (signal: SignalRecord) => values(signal).includes(value);
  const found = [...new Set(sample.flatMap(values))].filter((value) => value !== null);
  const value = found.find((candidate) => !sample.every(has(candidate))) ?? found[0];
  if (value === undefined) return [];
  const included = { filter: filterOf(key, [value]), matches: has(value) };
  const canExclude = ['city', 'country', 'region', 'origin', 'industry'].includes(key);
  const excluded = { filter: filterOf(key, [`!${value}`]), matches: (signal: SignalRecord) => !has(value)(signal) };
  return canExclude ? [included, excluded] : [included];
}

const nameProbe = (name: string | null | undefined): Probe | undefined => {
  if (name == null) return undefined;
  const [word = name] = name.split(' ').toSorted((one, other) => other.length - one.length);
  const wanted = foldText(word);
  return {
    filter: { fullname: word },
    matches: ({ fullName }) => (fullName === null ? false : foldText(fullName).includes(wanted)),
  };
};

const timeProbe = (filter: Probe['filter'], isMatch: (time: number) => boolean): Probe => ({
  filter,
  matches: ({ discoveredAt }) => (discoveredAt === null ? null : isMatch(discoveredAt.getTime())),
});
