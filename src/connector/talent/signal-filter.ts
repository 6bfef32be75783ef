import type { talentTools } from '../../tools/talent/talent-tools.ts';
import type {
  ageRanges,
  customerFocuses,
  educationLevels,
  genders,
  profileTags,
  signalTypes,
} from '../../tools/talent/vocabulary.ts';
import type { ToolInput } from '../../tools/tool.ts';
import { given } from '../given.ts';

type ValueOf<Values> = Values[keyof Values];
type Maybe<Value> = Value | null | undefined;

/** Names to keep and names to leave out. */
export interface NameFilter {
  in?: Maybe<readonly string[]>;
  notIn?: Maybe<readonly string[]>;
}

/** Who did something to a signal: true keeps, false leaves out. */
export interface ActorFilter {
  viewer?: Maybe<boolean>;
  others?: Maybe<boolean>;
  userIds?: Maybe<readonly string[]>;
  notUserIds?: Maybe<readonly string[]>;
}

/** One of the three. */
export interface DiscoveredFilter {
  between?: Maybe<{ from: Date; to: Date }>;
  withinDays?: Maybe<number>;
  since?: Maybe<Date>;
}

/** What signals to show, in the graph's terms. */
export interface SignalFilter {
  fullName?: Maybe<string>;
  types?: Maybe<readonly ValueOf<typeof signalTypes>[]>;
  minScore?: Maybe<number>;
  ageRanges?: Maybe<readonly ValueOf<typeof ageRanges>[]>;
  genders?: Maybe<readonly ValueOf<typeof genders>[]>;
  educationLevels?: Maybe<readonly ValueOf<typeof educationLevels>[]>;
  customerFocus?: Maybe<readonly ValueOf<typeof customerFocuses>[]>;
  profileTags?: Maybe<readonly ValueOf<typeof profileTags>[]>;
  cities?: Maybe<NameFilter>;
  countries?: Maybe<NameFilter>;
  regions?: Maybe<NameFilter>;
  origins?: Maybe<NameFilter>;
  industries?: Maybe<NameFilter>;
  pastCompanyIds?: Maybe<readonly string[]>;
  pastInstitutionIds?: Maybe<readonly string[]>;
  sources?: Maybe<readonly string[]>;
  screenedBy?: Maybe<ActorFilter>;
  createdAfter?: Maybe<Date>;
  discovered?: Maybe<DiscoveredFilter>;
}

type SignalsListInput = ToolInput<typeof talentTools.signals_list>;

/** The filter as `signals_list` takes it; an empty list filters nothing and is left out. */
export function signalsListInput(filter: SignalFilter): SignalsListInput {
  return given({
    age: list(filter.ageRanges),
    city: names(filter.cities),
    country: names(filter.countries),
    created_after: filter.createdAfter ? epochText(filter.createdAfter) : undefined,
    customer_focus: list(filter.customerFocus),
    education_level: list(filter.educationLevels),
    fullname: filter.fullName ?? undefined,
    gender: list(filter.genders),
    industry: names(filter.industries),
    origin: names(filter.origins),
    past_companies: list(filter.pastCompanyIds),
    past_education: list(filter.pastInstitutionIds),
    profile_tags: list(filter.profileTags),
    region: names(filter.regions),
    score: filter.minScore == null ? undefined : String(filter.minScore),
    screened_by: actors(filter.screenedBy),
    source: list(filter.sources),
    time_range: timeRange(filter.discovered),
    time_relative: timeRelative(filter.discovered),
    type: list(filter.types),
  });
}

/** `me`, `others`, `-me`, … as the tools take them. */
export function actors(filter: Maybe<ActorFilter>): string[] | undefined {
  if (!filter) return undefined;
  const toggle = (name: string, wanted: Maybe<boolean>) => (wanted == null ? [] : [wanted ? name : `-${name}`]);
  return list([
    ...toggle('me', filter.viewer),
    ...toggle('others', filter.others),
    ...(filter.userIds ?? []),
    ...(filter.notUserIds ?? []).map((id) => `-${id}`),
  ]);
}

/** A UTC day as the tools take it. */
export const calendarDay = (date: Date) => date.toISOString().slice(0, 10);

const epochText = (date: Date) => String(date.getTime());

const list = <Value>(values: Maybe<readonly Value[]>): Value[] | undefined =>
  values?.length ? [...values] : undefined;

const names = (filter: Maybe<NameFilter>) =>
  list([...(filter?.in ?? []), ...(filter?.notIn ?? []).map((name) => `!${name}`)]);

const timeRange = (discovered: Maybe<DiscoveredFilter>): [string, string] | undefined =>
  discovered?.between ? [calendarDay(discovered.between.from), calendarDay(discovered.between.to)] : undefined;

function timeRelative(discovered: Maybe<DiscoveredFilter>): string | undefined {
  if (discovered?.withinDays != null) return String(discovered.withinDays);
  return discovered?.since ? epochText(discovered.since) : undefined;
}
