import { z } from 'zod';
import { declareDecoder, decoderOf, recordOrTextDecoder } from '../payload-decoder.ts';
import { field, optional, optionalInPayload, shapeOf } from '../record-fields.ts';
import { nonEmptyText } from '../rules/field-rules.ts';
import { recordOrAcknowledgement } from '../change.ts';
import { defineTools } from '../tool.ts';
import { firstOption, instant, lastOption, lenient, listOf, sentAs, wireObject } from '../wire.ts';
import { companyId, institutionId, talentId } from './lookup.ts';
import { pageInput, pageOf } from './page.ts';
import { filterParameters } from './filter-parameters.ts';
import {
  ageRanges,
  customerFocuses,
  educationLevels,
  genders,
  profileTags,
  scoreRange,
  signalTypes,
} from './vocabulary.ts';

export const talentUserFields = { id: talentId, name: optional(field.name), email: optional(field.email) };
const userShape = { ...shapeOf(talentUserFields, 'payload'), is_viewer: lenient(z.boolean()) };
const userRecord = wireObject(userShape);

/** A user of the talent service. Some payloads contain only the id, as text. */
export const talentUserPayload = sentAs(
  z.union([z.string().transform((id) => ({ id })), z.object(userShape)]).pipe(userRecord),
  lastOption,
);
declareDecoder(talentUserPayload, () => recordOrTextDecoder({ key: 'id', record: userRecord }));
export interface TalentUserRecord extends z.output<typeof talentUserPayload> {}

/** A date of varying precision: "2021", "2021-03" or "2021-03-15". */
export const partialDate = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'must be YYYY, YYYY-MM or YYYY-MM-DD');

export const experienceFields = {
  company_id: optional(companyId),
  company_name: optional(field.name),
  title: optional(field.name),
  description: optional(field.text()),
  location: optional(field.name),
  start_date: optional(field.exactly(partialDate)),
  end_date: optional(field.exactly(partialDate)),
  is_current: optional(field.flag),
};
export const experiencePayload = wireObject(shapeOf(experienceFields, 'payload'));
export interface ExperienceRecord extends z.output<typeof experiencePayload> {}

export const educationFields = {
  institution_id: optional(institutionId),
  institution_name: optional(field.name),
  degree: optional(field.name),
  field_of_study: optional(field.name),
  start_date: optional(field.exactly(partialDate)),
  end_date: optional(field.exactly(partialDate)),
};
export const educationPayload = wireObject(shapeOf(educationFields, 'payload'));
export interface EducationRecord extends z.output<typeof educationPayload> {}

const score = {
  payload: z.int(),
  imported: z
    .int('must be a whole number')
    .min(scoreRange.min, `must be at least ${scoreRange.min}`)
    .max(scoreRange.max, `must be at most ${scoreRange.max}`),
};

export const signalFields = {
  id: talentId,
  type: optional(field.oneOf(signalTypes)),
  score: optional(score),
  source: optional(field.name),
  summary: optional(field.text()),
  discovered_at: optionalInPayload(field.time),
  full_name: optional(field.name),
  headline: optional(field.text()),
  avatar_url: optional(field.url),
  linkedin_id: optional(field.name),
  linkedin_url: optional(field.url),
  city: optional(field.name),
  country: optional(field.name),
  region: optional(field.name),
  origin: optional(field.name),
  gender: optional(field.oneOf(genders)),
  age_range: optional(field.oneOf(ageRanges)),
  education_level: optional(field.oneOf(educationLevels)),
  industry: optional(field.name),
  customer_focus: optional(field.oneOf(customerFocuses)),
};

const profileTag = z.enum(profileTags);
// Drop unknown tags; rejecting them would make the whole profile unreadable.
const knownProfileTags = listOf(sentAs(lenient(profileTag), firstOption)).transform((tags) =>
  tags.filter((tag) => tag != null),
);
declareDecoder(knownProfileTags, () => decoderOf(listOf(profileTag)));

export const signalPayload = wireObject({
  ...shapeOf(signalFields, 'payload'),
  profile_tags: knownProfileTags,
  experiences: listOf(experiencePayload),
  educations: listOf(educationPayload),
  taggings: listOf(
    wireObject({ tag: z.string(), created_at: lenient(instant), tagged_by: talentUserPayload.nullish() }),
  ),
  views: listOf(wireObject({ user: talentUserPayload, viewed_at: lenient(instant) })),
  screenings: listOf(wireObject({ user: talentUserPayload, screened_at: lenient(instant) })),
  viewer_has_viewed: lenient(z.boolean()),
  viewer_has_screened: lenient(z.boolean()),
});
export interface SignalRecord extends z.output<typeof signalPayload> {}

const changedSignal = recordOrAcknowledgement(signalPayload, [
  'id',
  'experiences',
  'educations',
  'taggings',
  'views',
  'screenings',
]);

const bySignal = z.strictObject({ signal_id: nonEmptyText.describe('Id of the signal.') });

export const signalTools = defineTools('talent', {
  signals_get: {
    description: 'Get one signal with its full profile: experiences, educations, taggings, views and screenings.',
    class: 'read',
    required: true,
    input: z.strictObject({ id: nonEmptyText.describe('Id of the signal.') }),
    output: signalPayload,
  },
  signals_list: {
    description:
      'Search and filter signals with full profiles, newest first. Signals that the caller screened are excluded unless screened_by is given.',
    class: 'read',
    required: true,
    input: z
      .strictObject({ ...filterParameters.shape, ...pageInput })
      .refine((input) => input.time_range === undefined || input.time_relative === undefined, {
        path: ['time_relative'],
        message: 'must not be combined with time_range',
      }),
    output: pageOf(signalPayload),
  },
  signals_list_by_linkedin_id: {
    description: 'Get all signals of the person of a signal, including this signal, matched by LinkedIn id.',
    class: 'read',
    input: z.strictObject({ id: nonEmptyText.describe('Id of one signal of the person.') }),
    output: wireObject({ items: z.array(signalPayload) }),
  },
  signal_mark_viewed: {
    description: 'Record that the caller viewed a signal; returns the updated signal.',
    class: 'repeatable',
    input: bySignal,
    output: changedSignal,
  },
  signal_screen: {
    description:
      "Mark a signal as reviewed by the caller and hide it from the caller's default views; returns the updated signal.",
    class: 'repeatable',
    input: bySignal,
    output: changedSignal,
  },
  signal_unscreen: {
    description:
      "Undo the caller's screening, so that default views show the signal again; returns the updated signal.",
    class: 'repeatable',
    input: bySignal,
    output: changedSignal,
  },
});
