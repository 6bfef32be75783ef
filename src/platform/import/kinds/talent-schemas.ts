import { z } from 'zod';
import { partialDate } from '../../../tools/talent/signal.ts';
import { searchEmoji } from '../../../tools/talent/text-rules.ts';
import {
  ageRanges,
  companyIdPattern,
  customerFocuses,
  educationLevels,
  genders,
  institutionIdPattern,
  maxSearchTitleLength,
  profileTags,
  scoreRange,
  signalTypes,
} from '../../../tools/talent/vocabulary.ts';
import { webUrl } from '../../../tools/rules/field-rules.ts';
import { email, maxTextLength, name, pointInTime, text } from './field-rules.ts';

const id = z.string().regex(/^[\w.:-]{1,100}$/, 'must be 1 to 100 letters, digits or _ . : -');
const companyId = id.regex(companyIdPattern, 'must be an id of the form exe_*');
const institutionId = id.regex(institutionIdPattern, 'must be an id of the form ede_*');

const user = z.strictObject({
  id,
  name: name.nullish(),
  email: email.nullish(),
  is_viewer: z.boolean().nullish(),
});
/** The id of a stored user, or an object with the fields of a user, who is then added. */
const namedUser = z.union([id, user], 'must be a user id, or an object with the id, name and email of a user');

const experience = z.strictObject({
  company_id: companyId.nullish(),
  company_name: name.nullish(),
  title: name.nullish(),
  description: text(maxTextLength).nullish(),
  location: name.nullish(),
  start_date: partialDate.nullish(),
  end_date: partialDate.nullish(),
  is_current: z.boolean().nullish(),
});

const education = z.strictObject({
  institution_id: institutionId.nullish(),
  institution_name: name.nullish(),
  degree: name.nullish(),
  field_of_study: name.nullish(),
  start_date: partialDate.nullish(),
  end_date: partialDate.nullish(),
});

const signal = z.strictObject({
  id,
  type: z.enum(signalTypes).nullish(),
  score: z
    .int('must be a whole number')
    .min(scoreRange.min, `must be at least ${scoreRange.min}`)
    .max(scoreRange.max, `must be at most ${scoreRange.max}`)
    .nullish(),
  source: name.nullish(),
  summary: text(maxTextLength).nullish(),
  discovered_at: pointInTime,
  full_name: name.nullish(),
  headline: text(maxTextLength).nullish(),
  avatar_url: webUrl.nullish(),
  linkedin_id: name.nullish(),
  linkedin_url: webUrl.nullish(),
  city: name.nullish(),
  country: name.nullish(),
  region: name.nullish(),
  origin: name.nullish(),
  gender: z.enum(genders).nullish(),
  age_range: z.enum(ageRanges).nullish(),
  education_level: z.enum(educationLevels).nullish(),
  industry: name.nullish(),
  customer_focus: z.enum(customerFocuses).nullish(),
  profile_tags: z.array(z.enum(profileTags)).nullish(),
  experiences: z.array(experience).nullish(),
  educations: z.array(education).nullish(),
  taggings: z
    .array(z.strictObject({ tag: name, created_at: pointInTime.nullish(), tagged_by: namedUser.nullish() }))
    .nullish(),
  // Times are required: if they defaulted to the time of the import, importing a file again would change them.
  views: z.array(z.strictObject({ user: namedUser, viewed_at: pointInTime })).nullish(),
  screenings: z.array(z.strictObject({ user: namedUser, screened_at: pointInTime })).nullish(),
  viewer_has_viewed: z.unknown().optional(),
  viewer_has_screened: z.unknown().optional(),
});

/** The fields of an entry in a list record. A record of the kind `list_entry` also has a `list_id`. */
const listEntryShape = {
  id: id.optional(),
  signal_id: id,
  created_at: pointInTime,
  added_by: namedUser.nullish(),
};

/** Schemas for each kind of record of the talent service. */
export const talentSchemas = {
  user,
  company: z.strictObject({ id: companyId, name, domain: name.nullish(), industry: name.nullish() }),
  institution: z.strictObject({ id: institutionId, name, country: name.nullish() }),
  city: z.strictObject({ name, signal_count: z.unknown().optional() }),
  signal,
  list: z.strictObject({
    id,
    name: text(200),
    creator: namedUser,
    accesses: z.array(namedUser).nullish(),
    created_at: pointInTime.nullish(),
    entries: z.array(z.strictObject(listEntryShape)).nullish(),
    entry_count: z.unknown().optional(),
  }),
  list_entry: z.strictObject({ ...listEntryShape, list_id: id, signal: z.unknown().optional() }),
  search: z.strictObject({
    id,
    title: text(maxSearchTitleLength),
    emoji: searchEmoji.nullish(),
    filters: z.array(z.strictObject({ key: name, operator: name, value: z.json() })).nullish(),
    sharees: z.array(namedUser).nullish(),
    visited_at: pointInTime,
    creator: namedUser,
    created_at: pointInTime.nullish(),
  }),
  view: z.strictObject({ signal_id: id, user: namedUser, viewed_at: pointInTime }),
  screening: z.strictObject({ signal_id: id, user: namedUser, screened_at: pointInTime }),
} as const;
