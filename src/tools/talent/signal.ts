import { z } from 'zod';
import { nonEmptyText } from '../rules/field-rules.ts';
import { recordOrAcknowledgement } from '../change.ts';
import { defineTools } from '../tool.ts';
import { instant, lenient, listOf, wireObject } from '../wire.ts';
import { pageInput, pageOf } from './page.ts';
import { filterParameters } from './signal-filter.ts';
import { ageRanges, customerFocuses, educationLevels, genders, profileTags, signalTypes } from './vocabulary.ts';

/** A user of the talent service. Some payloads contain only the id, as text. */
export const talentUserPayload = z
  .union([
    z.string().transform((id) => ({ id })),
    z.object({ id: z.string(), name: lenient(z.string()), email: lenient(z.email()), is_viewer: lenient(z.boolean()) }),
  ])
  .pipe(
    wireObject({
      id: z.string(),
      name: lenient(z.string()),
      email: lenient(z.email()),
      is_viewer: lenient(z.boolean()),
    }),
  );

/** A date of varying precision: "2021", "2021-03" or "2021-03-15". */
export const partialDate = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'must be YYYY, YYYY-MM or YYYY-MM-DD');

export const experiencePayload = wireObject({
  company_id: lenient(z.string()),
  company_name: lenient(z.string()),
  title: lenient(z.string()),
  description: lenient(z.string()),
  location: lenient(z.string()),
  start_date: lenient(partialDate),
  end_date: lenient(partialDate),
  is_current: lenient(z.boolean()),
});

export const educationPayload = wireObject({
  institution_id: lenient(z.string()),
  institution_name: lenient(z.string()),
  degree: lenient(z.string()),
  field_of_study: lenient(z.string()),
  start_date: lenient(partialDate),
  end_date: lenient(partialDate),
});

export const signalPayload = wireObject({
  id: z.string(),
  type: lenient(z.enum(signalTypes)),
  score: lenient(z.int()),
  source: lenient(z.string()),
  summary: lenient(z.string()),
  discovered_at: lenient(instant),
  full_name: lenient(z.string()),
  headline: lenient(z.string()),
  avatar_url: lenient(z.url()),
  linkedin_id: lenient(z.string()),
  linkedin_url: lenient(z.url()),
  city: lenient(z.string()),
  country: lenient(z.string()),
  region: lenient(z.string()),
  origin: lenient(z.string()),
  gender: lenient(z.enum(genders)),
  age_range: lenient(z.enum(ageRanges)),
  education_level: lenient(z.enum(educationLevels)),
  industry: lenient(z.string()),
  customer_focus: lenient(z.enum(customerFocuses)),
  // Drop unknown tags; rejecting them would make the whole profile unreadable.
  profile_tags: listOf(lenient(z.enum(profileTags))).transform((tags) => tags.filter((tag) => tag != null)),
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
    input: z.strictObject({ id: nonEmptyText.describe('Id of the signal.') }),
    output: signalPayload,
  },
  signals_list: {
    description:
      'Search and filter signals with full profiles, newest first. Signals that the caller screened are excluded unless screened_by is given.',
    class: 'read',
    input: z
      .strictObject({ ...filterParameters.shape, ...pageInput })
      .refine((input) => input.time_range === undefined || input.time_relative === undefined, {
        path: ['time_relative'],
        message: 'must not be combined with time_range',
      }),
    output: pageOf(signalPayload),
  },
  signals_list_by_linkedin_id: {
    description: 'Get all signals of the same person, including the given one, matched by its LinkedIn id.',
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
