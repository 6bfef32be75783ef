import { z } from 'zod';
import type { SearchFilterInput } from '../../../tools/talent/search.ts';
import { actorTexts } from '../../../connector/talent/talent-client.ts';
import { inputIssues } from '../../../tools/rules/input-issues.ts';
import { filterKinds, splitByPrefix } from '../../../tools/talent/filter-kind.ts';
import { type FieldFilter, filterEntries } from '../../../tools/talent/signal-filter.ts';
import { searchedName } from '../../../tools/talent/text-rules.ts';
import { minRelativeEpochMs } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { checkInput } from '../../core/input.ts';
import { AgeRange, CustomerFocus, EducationLevel, Gender, ProfileTag, SignalType } from '../vocabulary.ts';

export const SignalActorFilterInput = builder.inputType('SignalActorFilter', {
  description:
    'Selects signals by the users who viewed or screened them, depending on the field that uses the filter. If users are included, at least one of them must have viewed or screened the signal. No excluded user may have done so.',
  fields: (t) => ({
    viewer: t.boolean({ description: 'True includes the caller; false excludes them.' }),
    others: t.boolean({ description: 'True includes all users except the caller; false excludes them.' }),
    userIds: t.idList({ description: 'IDs of `TalentUser`s to include.' }),
    notUserIds: t.idList({ description: 'IDs of `TalentUser`s to exclude.' }),
  }),
});

/** Rejects `me`, `others` and ids that begin with `-`, which the tools would not interpret as user ids. */
const userIdsRule = z
  .array(
    z
      .string()
      .min(1, 'must not be empty')
      .regex(/^(?!-|me$|others$)/, 'must be a user id; use viewer and others for the caller and all other users'),
  )
  .nullish();

export const actorFilterRules = z.object({
  viewer: z.boolean().nullish(),
  others: z.boolean().nullish(),
  userIds: userIdsRule,
  notUserIds: userIdsRule,
});

const SignalNameFilterInput = builder.inputType('SignalNameFilter', {
  description: 'Names to include and to exclude, in exact spelling. A name in both lists is excluded.',
  fields: (t) => ({
    in: t.stringList({
      description: 'At most 200 names; a signal must have one of them. An empty list matches nothing.',
    }),
    notIn: t.stringList({
      description: 'At most 200 names; a signal must have none of them. A signal whose value is unknown also matches.',
    }),
  }),
});

const SignalDateRangeInput = builder.inputType('SignalDateRange', {
  description: 'A range of days in UTC, including the first and the last.',
  fields: (t) => ({
    from: t.field({ type: 'Date', required: true, description: 'First day of the range.' }),
    to: t.field({ type: 'Date', required: true, description: 'Last day of the range; must not be before `from`.' }),
  }),
});

const SignalDiscoveredFilterInput = builder.inputType('SignalDiscoveredFilter', {
  description: 'Selects signals by the time at which the service discovered them. Set exactly one field.',
  isOneOf: true,
  fields: (t) => ({
    between: t.field({ type: SignalDateRangeInput, description: 'Discovered on a day of this range.' }),
    withinDays: t.int({ description: 'Discovered within this number of days before now, 1 to 99999.' }),
    since: t.field({
      type: 'DateTime',
      description: 'Discovered at or after this time, which must not be before 1970-01-01T00:01:40Z.',
    }),
  }),
});

const listOf = <const Type>(type: Type): [Type] => [type];

/** The types that are the same in `SignalFilter` and `SavedSignalFilter`. */
export const valueTypes = {
  String: 'String',
  Int: 'Int',
  DateTime: 'DateTime',
  '[ID!]': listOf('ID'),
  '[String!]': listOf('String'),
  '[SignalType!]': listOf(SignalType),
  '[AgeRange!]': listOf(AgeRange),
  '[Gender!]': listOf(Gender),
  '[EducationLevel!]': listOf(EducationLevel),
  '[CustomerFocus!]': listOf(CustomerFocus),
  '[ProfileTag!]': listOf(ProfileTag),
} as const;

const inputTypes = {
  ...valueTypes,
  SignalNameFilter: SignalNameFilterInput,
  SignalActorFilter: SignalActorFilterInput,
} as const;

export const fieldFilters = filterEntries.flatMap(([key, filter]) => ('field' in filter ? [{ ...filter, key }] : []));

export const SignalFilterInput = builder.inputType('SignalFilter', {
  description:
    'Selects signals. A signal must match every field that is set. A field with a list of values matches if at least one of the values does, so an empty list matches nothing.',
  fields: (t) => ({
    ...Object.fromEntries(
      fieldFilters.map(({ field, type, description }) => [field, t.field({ type: inputTypes[type], description })]),
    ),
    discovered: t.field({
      type: SignalDiscoveredFilterInput,
      description: 'Time at which the service discovered the signal.',
    }),
  }),
});

type Conditions = Omit<SearchFilterInput, 'key'>[];

/** Returns no condition for an empty list of values to exclude. */
const listConditions = (operator: 'in' | 'not_in', values: string[] | null | undefined): Conditions =>
  values && (operator === 'in' || values.length > 0) ? [{ operator, value: values }] : [];

/** Whether a filter has an empty list of values, which the tools would ignore: they would return all signals. */
export const matchesNothing = ({ operator, value }: Omit<SearchFilterInput, 'key'>): boolean =>
  operator === 'in' && Array.isArray(value) && value.length === 0;

const namesRule = z
  .array(
    z
      .string()
      .min(1, 'must not be empty')
      .regex(/^(?!!)/, 'must not begin with "!"; use notIn to exclude a name'),
  )
  .max(200, 'must contain at most 200 names')
  .nullish();

type ConditionsRule = z.ZodType<Conditions>;

const listRule = ({ parameter }: FieldFilter): ConditionsRule =>
  parameter.transform((values) => listConditions('in', [values].flat()));

const conditionsRules: Record<FieldFilter['kind'], (filter: FieldFilter) => ConditionsRule> = {
  anyOf: listRule,
  overlaps: listRule,
  names: () =>
    z
      .object({ in: namesRule, notIn: namesRule })
      .transform((filter) => [...listConditions('in', filter.in), ...listConditions('not_in', filter.notIn)]),
  screenedBy: () =>
    actorFilterRules.transform((filter) => {
      const values = splitByPrefix(actorTexts(filter) ?? [], filterKinds.screenedBy.prefix);
      const included = listConditions('in', values.included).filter((condition) => !matchesNothing(condition));
      return [...included, ...listConditions('not_in', values.excluded)];
    }),
  words: () => searchedName.transform((value) => [{ operator: 'contains', value }]),
  atLeast: ({ parameter }) =>
    z.preprocess(String, parameter).transform((value) => [{ operator: 'gte', value: Number(value) }]),
  after: () => z.date().transform((date) => [{ operator: 'after', value: date.getTime() }]),
};

const withinDaysMessage = `must be from 1 to ${minRelativeEpochMs - 1}`;

const day = z.date().transform((date) => date.toISOString().slice(0, 10));

const discoveredRule = z
  .object({
    between: z
      .object({ from: day, to: day })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
      .transform(({ from, to }) => [{ key: 'time_range', operator: 'between', value: [from, to] }])
      .nullish(),
    withinDays: z
      .int()
      .min(1, withinDaysMessage)
      .max(minRelativeEpochMs - 1, withinDaysMessage)
      .transform((value) => [{ key: 'time_relative', operator: 'within_days', value }])
      .nullish(),
    since: z
      .date()
      // `time_relative` interprets smaller numbers as days.
      .min(new Date(minRelativeEpochMs), `must not be before 1970-01-01T00:01:40Z`)
      .transform((date) => [{ key: 'time_relative', operator: 'after', value: date.getTime() }])
      .nullish(),
  })
  .transform((filter) => Object.values(filter).filter((filters) => filters != null))
  .refine((filters) => filters.length === 1, 'must have exactly one of between, withinDays and since')
  .transform((filters) => filters.flat());

const filterRule = z
  .object({
    ...Object.fromEntries(
      fieldFilters.map((filter) => [
        filter.field,
        conditionsRules[filter.kind](filter)
          .transform((conditions) => conditions.map((condition) => ({ key: filter.key, ...condition })))
          .nullish(),
      ]),
    ),
    discovered: discoveredRule.nullish(),
  })
  .transform((filter) => Object.values(filter).flatMap((filters) => filters ?? []));

/** Whether `readSignalFilter` accepts the filter. */
export const isSignalFilter = (filter: unknown) => 'data' in inputIssues(filterRule, filter);

/** Converts a `SignalFilter` to the filters of a saved search, sorted by key. @throws InvalidInputError */
export const readSignalFilter = (filter: unknown, path: string[]): SearchFilterInput[] =>
  checkInput(filterRule, filter, path).toSorted((one, other) => one.key.localeCompare(other.key));
