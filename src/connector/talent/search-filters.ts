import type { SearchFilterInput } from './records.ts';
import { type ActorFilter, actors, calendarDay, type NameFilter, type SignalFilter } from './signal-filter.ts';

/** The filter objects of a saved search that find what the typed filter finds. */
export function searchFilters(filter: SignalFilter): SearchFilterInput[] {
  return [
    ...anyOf('age', filter.ageRanges),
    ...names('city', filter.cities),
    ...names('country', filter.countries),
    ...one('created_after', 'after', filter.createdAfter?.getTime()),
    ...anyOf('customer_focus', filter.customerFocus),
    ...anyOf('education_level', filter.educationLevels),
    ...one('fullname', 'contains', filter.fullName),
    ...anyOf('gender', filter.genders),
    ...names('industry', filter.industries),
    ...names('origin', filter.origins),
    ...anyOf('past_companies', filter.pastCompanyIds),
    ...anyOf('past_education', filter.pastInstitutionIds),
    ...anyOf('profile_tags', filter.profileTags),
    ...names('region', filter.regions),
    ...one('score', 'gte', filter.minScore),
    ...actorNames('screened_by', filter.screenedBy),
    ...anyOf('source', filter.sources),
    ...discovered(filter),
    ...anyOf('type', filter.types),
  ];
}

type Values = readonly string[] | null | undefined;

const one = (key: string, operator: string, value: SearchFilterInput['value'] | undefined) =>
  value == null ? [] : [{ key, operator, value }];

const anyOf = (key: string, values: Values) => (values?.length ? [{ key, operator: 'in', value: [...values] }] : []);

const noneOf = (key: string, values: Values) =>
  values?.length ? [{ key, operator: 'not_in', value: [...values] }] : [];

const names = (key: string, filter: NameFilter | null | undefined) => [
  ...anyOf(key, filter?.in),
  ...noneOf(key, filter?.notIn),
];

/** The prefix that excludes belongs to `signals_list`; a filter object says it by its operator. */
function actorNames(key: string, filter: ActorFilter | null | undefined): SearchFilterInput[] {
  const all = actors(filter) ?? [];
  const excluded = all.filter((name) => name.startsWith('-'));
  return [
    ...anyOf(
      key,
      all.filter((name) => !name.startsWith('-')),
    ),
    ...noneOf(
      key,
      excluded.map((name) => name.slice(1)),
    ),
  ];
}

function discovered({ discovered: given }: SignalFilter): SearchFilterInput[] {
  if (given?.between) {
    const { from, to } = given.between;
    return [{ key: 'time_range', operator: 'between', value: [calendarDay(from), calendarDay(to)] }];
  }
  return [
    ...one('time_relative', 'within_days', given?.withinDays),
    ...one('time_relative', 'after', given?.since?.getTime()),
  ];
}
