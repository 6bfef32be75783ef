import { z } from 'zod';
import { calendarDay, dateBoundsRule, epochMs } from '../rules/date-bounds.ts';
import { maxNameLength, nonEmptyText } from '../rules/field-rules.ts';
import { type FilterKind, filterKinds } from './filter-kind.ts';
import { idsOfForm, searchedName } from './text-rules.ts';
import {
  ageRanges,
  companyIdPattern,
  customerFocuses,
  educationLevels,
  genders,
  institutionIdPattern,
  profileTags,
  scoreRange,
  signalTypes,
} from './vocabulary.ts';

/** Rejects a doubled prefix and a prefix without a name. */
const excludableNames = (prefix: string) =>
  z.array(
    nonEmptyText
      .refine((text) => !text.startsWith(prefix + prefix), {
        error: `must not repeat the prefix ${prefix}`,
        abort: true,
      })
      .refine((text) => text.trim() !== prefix, `must have a name after the prefix ${prefix}`),
  );

const byName = {
  type: 'SignalNameFilter',
  kind: 'names',
  parameter: excludableNames(filterKinds.names.prefix),
} as const;

const byValue = <const Type extends FieldType, Values extends Record<string, string>>(type: Type, values: Values) =>
  ({ type, kind: 'anyOf', parameter: z.array(z.enum(values)) }) as const;

const byId = (pattern: RegExp, form: string) =>
  ({ type: '[ID!]', kind: 'overlaps', parameter: idsOfForm(pattern, form) }) as const;

const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, { error: 'must be a whole number, as text', abort: true })
    .refine((text) => Number(text) >= min && Number(text) <= max, `must be from ${min} to ${max}`);

const epochText = (form: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, { error: form, abort: true })
    .refine((text) => epochMs.safeParse(Number(text)).success, dateBoundsRule);

/**
 * The filters by parameter of `signals_list`, which is also the key in saved searches. The graph's input, the tool's
 * parameters and the SQL derive from this table. A key that differs from its column also needs an entry in
 * `filterColumns`.
 */
export const signalFilters = {
  fullname: {
    field: 'fullName',
    type: 'String',
    kind: 'words',
    parameter: searchedName,
    description: `Words or parts of words that the name must contain, in any order; at most ${maxNameLength} characters. Ignores case, accents and surrounding whitespace: \`dror nadav\` finds Nadav Dror, \`tomas\` finds Tomás.`,
  },
  type: { field: 'types', ...byValue('[SignalType!]', signalTypes), description: 'Kinds of career event.' },
  score: {
    field: 'minScore',
    type: 'Int',
    kind: 'atLeast',
    parameter: wholeNumber(scoreRange),
    description: 'Minimum score, 1 to 10.',
  },
  age: { field: 'ageRanges', ...byValue('[AgeRange!]', ageRanges), description: 'Estimated age ranges.' },
  gender: {
    field: 'genders',
    ...byValue('[Gender!]', genders),
    description: 'Genders, as estimated by the profile source.',
  },
  education_level: {
    field: 'educationLevels',
    ...byValue('[EducationLevel!]', educationLevels),
    description: 'Highest levels of education that the person has reached.',
  },
  customer_focus: {
    field: 'customerFocus',
    ...byValue('[CustomerFocus!]', customerFocuses),
    description: 'Whether the company that the event is about sells to businesses or consumers.',
  },
  profile_tags: {
    field: 'profileTags',
    ...byValue('[ProfileTag!]', profileTags),
    kind: 'overlaps',
    description: 'Tags of notable experience. Matches a person who has at least one of these tags.',
  },
  city: { field: 'cities', ...byName, description: 'Cities of residence, spelled as in the list of cities.' },
  country: { field: 'countries', ...byName, description: 'Countries of residence.' },
  region: { field: 'regions', ...byName, description: 'Geographic regions or US states of residence.' },
  origin: { field: 'origins', ...byName, description: 'Countries of origin.' },
  industry: { field: 'industries', ...byName, description: 'Industry of the company that the event is about.' },
  past_companies: {
    field: 'pastCompanyIds',
    ...byId(companyIdPattern, 'exe_*'),
    description: 'Companies at which the person has worked, as IDs of the form `exe_*`.',
  },
  past_education: {
    field: 'pastInstitutionIds',
    ...byId(institutionIdPattern, 'ede_*'),
    description: 'Institutions at which the person has studied, as IDs of the form `ede_*`.',
  },
  source: {
    field: 'sources',
    type: '[String!]',
    kind: 'anyOf',
    parameter: z.array(nonEmptyText),
    description: 'Names of data sources, one of which reported the signal.',
  },
  screened_by: {
    field: 'screenedBy',
    type: 'SignalActorFilter',
    kind: 'screenedBy',
    parameter: excludableNames(filterKinds.screenedBy.prefix),
    description:
      'Users who screened the signal. Without this filter, signals that the caller has screened are left out.',
  },
  created_after: {
    field: 'createdAfter',
    type: 'DateTime',
    kind: 'after',
    parameter: epochText('must be epoch milliseconds, as text'),
    description: 'Discovered after this point in time (exclusive).',
  },
  // The graph combines `time_range` and `time_relative` in the field `discovered`.
  time_range: {
    kind: 'betweenDays',
    parameter: z.tuple([calendarDay, calendarDay]).refine(([from, to]) => from <= to, 'must not end before it begins'),
    description:
      'Discovered on the days from the first to the last, both included, in UTC. Cannot be combined with time_relative.',
  },
  time_relative: {
    kind: 'since',
    parameter: epochText('must be a number of days or epoch milliseconds, as text'),
    description:
      'Discovered at or after this time: a number below 100000 counts days back from now, any other is epoch milliseconds. Cannot be combined with time_range.',
  },
} as const satisfies Record<string, FieldFilter | DiscoveredFilter>;

interface AnyFilter {
  parameter: z.ZodType<string | string[]>;
  description: string;
}

export interface FieldFilter extends AnyFilter {
  field: string;
  type: FieldType;
  kind: Exclude<FilterKind, DiscoveredFilter['kind']>;
}

/** A filter that `SignalFilter.discovered` contains. */
interface DiscoveredFilter extends AnyFilter {
  kind: 'betweenDays' | 'since';
}

type FieldType =
  | 'String'
  | 'Int'
  | 'DateTime'
  | 'SignalNameFilter'
  | 'SignalActorFilter'
  | '[ID!]'
  | '[String!]'
  | '[SignalType!]'
  | '[AgeRange!]'
  | '[Gender!]'
  | '[EducationLevel!]'
  | '[CustomerFocus!]'
  | '[ProfileTag!]';

export type FilterKey = keyof typeof signalFilters;

export const isFilterKey = (key: string): key is FilterKey => Object.hasOwn(signalFilters, key);

export const filterEntries = Object.entries<FieldFilter | DiscoveredFilter>(signalFilters);
