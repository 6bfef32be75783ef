import { z } from 'zod';
import { recordOrAcknowledgement } from '../change.ts';
import { defineTool } from '../tool.ts';
import { instant, lenient, listOf, wireObject } from '../wire.ts';
import { pageInput, pageOf } from './page.ts';
import { filterParameters } from './signal-filter.ts';
import { ageRanges, customerFocuses, educationLevels, genders, profileTags, signalTypes } from './vocabulary.ts';

/** A user of the talent service. Some payloads name only the id. */
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

/** Profiles carry mixed precision: "2021", "2021-03" or "2021-03-15". */
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
  // A tag that is not in our vocabulary is left out: the rest of the profile is still good.
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

/** What the specification says a signal has; with less, its profile would be read as empty. */
const changedSignal = recordOrAcknowledgement(signalPayload, [
  'id',
  'experiences',
  'educations',
  'taggings',
  'views',
  'screenings',
]);

const bySignal = z.strictObject({ signal_id: z.string().min(1, 'must not be empty').describe('The signal.') });

export const signalTools = {
  signals_get: defineTool({
    connector: 'talent',
    name: 'signals_get',
    description: 'Get one signal with its full profile: experiences, educations, taggings, views and screenings.',
    class: 'read',
    input: z.strictObject({ id: z.string().min(1, 'must not be empty').describe('The signal.') }),
    output: signalPayload,
  }),
  signals_list: defineTool({
    connector: 'talent',
    name: 'signals_list',
    description:
      'Search and filter signals, newest first; full profiles. What the caller screened is left out unless screened_by is given.',
    class: 'read',
    input: z
      .strictObject({ ...filterParameters.shape, ...pageInput })
      .refine((input) => input.time_range === undefined || input.time_relative === undefined, {
        path: ['time_relative'],
        message: 'must not be given together with time_range',
      }),
    output: pageOf(signalPayload),
  }),
  signals_list_by_linkedin_id: defineTool({
    connector: 'talent',
    name: 'signals_list_by_linkedin_id',
    description:
      'Get all signals of the same person, matched by the LinkedIn id of the given signal, which is among them.',
    class: 'read',
    input: z.strictObject({ id: z.string().min(1, 'must not be empty').describe('The signal to match from.') }),
    output: wireObject({ items: z.array(signalPayload) }),
  }),
  signal_mark_viewed: defineTool({
    connector: 'talent',
    name: 'signal_mark_viewed',
    description: 'Record that the caller viewed a signal; answers the signal as it is then.',
    class: 'repeatable',
    input: bySignal,
    output: changedSignal,
  }),
  signal_screen: defineTool({
    connector: 'talent',
    name: 'signal_screen',
    description:
      "Mark a signal reviewed by the caller and hide it from the caller's default views; answers the signal.",
    class: 'repeatable',
    input: bySignal,
    output: changedSignal,
  }),
  signal_unscreen: defineTool({
    connector: 'talent',
    name: 'signal_unscreen',
    description: "Take back the caller's screening: the signal is in default views again; answers the signal.",
    class: 'repeatable',
    input: bySignal,
    output: changedSignal,
  }),
};
