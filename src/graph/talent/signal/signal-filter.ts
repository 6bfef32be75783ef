import { z } from 'zod';
import type { SignalFilter } from '../../../connector/talent/signal-filter.ts';
import { companyIdPattern, institutionIdPattern, scoreRange } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { checkInput } from '../../core/input.ts';
import { SignalActorFilterInput, actorFilterRules } from './actor-filter.ts';
import { AgeRange, CustomerFocus, EducationLevel, Gender, ProfileTag, SignalType } from '../vocabulary.ts';

const SignalNameFilterInput = builder.inputType('SignalNameFilter', {
  description: 'Names to keep and names to leave out; the same name in both leaves it out.',
  fields: (t) => ({
    in: t.stringList({ description: 'Keep what has one of these names.' }),
    notIn: t.stringList({ description: 'Leave out what has one of these names; what has no name stays.' }),
  }),
});

const SignalDateRangeInput = builder.inputType('SignalDateRange', {
  description: 'Whole days in UTC, both included.',
  fields: (t) => ({
    from: t.field({ type: 'Date', required: true, description: 'First day.' }),
    to: t.field({ type: 'Date', required: true, description: 'Last day; not before the first.' }),
  }),
});

const SignalDiscoveredFilterInput = builder.inputType('SignalDiscoveredFilter', {
  description: 'When a signal was discovered: exactly one of the fields.',
  isOneOf: true,
  fields: (t) => ({
    between: t.field({ type: SignalDateRangeInput, description: 'On these days.' }),
    withinDays: t.int({ description: 'In the last so many days, from 1.' }),
    since: t.field({ type: 'DateTime', description: 'From this point in time on.' }),
  }),
});

export const SignalFilterInput = builder.inputType('SignalFilter', {
  description:
    'Which signals to show. All given fields must hold; within a list any value may. An empty list filters nothing.',
  fields: (t) => ({
    fullName: t.string({
      description:
        'Words of the name or parts of them, in any order, at most 200 characters. Case, accents and surrounding blanks do not matter: `dror nadav` finds Nadav Dror, `tomas` finds Tomás.',
    }),
    types: t.field({ type: [SignalType], description: 'What happened.' }),
    minScore: t.int({ description: 'Lowest score, 1 to 10.' }),
    ageRanges: t.field({ type: [AgeRange], description: 'Estimated age.' }),
    genders: t.field({ type: [Gender], description: 'Gender.' }),
    educationLevels: t.field({ type: [EducationLevel], description: 'Highest level of education.' }),
    customerFocus: t.field({ type: [CustomerFocus], description: 'Whom the company sells to.' }),
    profileTags: t.field({ type: [ProfileTag], description: 'What stands out in the career.' }),
    cities: t.field({ type: SignalNameFilterInput, description: 'Cities of residence, as Query.cities names them.' }),
    countries: t.field({ type: SignalNameFilterInput, description: 'Countries of residence.' }),
    regions: t.field({ type: SignalNameFilterInput, description: 'Geographic regions or US states of residence.' }),
    origins: t.field({ type: SignalNameFilterInput, description: 'Countries of origin.' }),
    industries: t.field({ type: SignalNameFilterInput, description: 'Industry verticals.' }),
    pastCompanyIds: t.idList({ description: 'Worked at one of these companies; ids of the form exe_*.' }),
    pastInstitutionIds: t.idList({ description: 'Studied at one of these institutions; ids of the form ede_*.' }),
    sources: t.stringList({ description: 'Data sources.' }),
    screenedBy: t.field({
      type: SignalActorFilterInput,
      description: 'Who screened it. Without it, what the caller screened is left out.',
    }),
    createdAfter: t.field({ type: 'DateTime', description: 'Discovered after this point in time.' }),
    discovered: t.field({ type: SignalDiscoveredFilterInput, description: 'When it was discovered.' }),
  }),
});

const plainName = z
  .string()
  .min(1, 'must not be empty')
  .regex(/^(?!!)/, 'must not begin with "!"; use notIn to leave a name out');
const plainNames = z.array(plainName).max(200, 'must be at most 200 names').nullish();
const nameRules = z.object({ in: plainNames, notIn: plainNames }).nullish();

/** Below this a number of the relative time filter counts days. */
const firstRelativeInstant = new Date(100_000);

const discoveredRules = z
  .object({
    between: z
      .object({ from: z.date(), to: z.date() })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
      .nullish(),
    withinDays: z.int().min(1, 'must be from 1 to 99999').max(99_999, 'must be from 1 to 99999').nullish(),
    since: z.date().min(firstRelativeInstant, 'must not be before 1970-01-01T00:01:40Z').nullish(),
  })
  .refine((filter) => Object.values(filter).filter((value) => value != null).length === 1, {
    message: 'must have exactly one of between, withinDays and since',
  });

const filterRules = z.object({
  fullName: z.string().trim().min(1, 'must not be empty').max(200, 'must be at most 200 characters').nullish(),
  minScore: z
    .int()
    .min(scoreRange.min, `must be from ${scoreRange.min} to ${scoreRange.max}`)
    .max(scoreRange.max, `must be from ${scoreRange.min} to ${scoreRange.max}`)
    .nullish(),
  cities: nameRules,
  countries: nameRules,
  regions: nameRules,
  origins: nameRules,
  industries: nameRules,
  pastCompanyIds: z.array(z.string().regex(companyIdPattern, 'must be an id of the form exe_*')).nullish(),
  pastInstitutionIds: z.array(z.string().regex(institutionIdPattern, 'must be an id of the form ede_*')).nullish(),
  sources: z.array(z.string().min(1, 'must not be empty')).nullish(),
  screenedBy: actorFilterRules,
  discovered: discoveredRules.nullish(),
});

/** @throws InvalidInputError naming each field at fault and its rule */
export function readSignalFilter(filter: SignalFilter, path: string[]): SignalFilter {
  checkInput(filterRules, filter, path);
  return filter;
}
