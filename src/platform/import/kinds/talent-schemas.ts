import { z } from 'zod';
import { field, shapeOf } from '../../../tools/record-fields.ts';
import { companyFields, institutionFields, talentId } from '../../../tools/talent/lookup.ts';
import { searchFields } from '../../../tools/talent/search.ts';
import { educationFields, experienceFields, signalFields, talentUserFields } from '../../../tools/talent/signal.ts';
import { maxListNameLength, profileTags } from '../../../tools/talent/vocabulary.ts';

const id = talentId.imported;
const name = field.name.imported;
const time = field.time.imported;

// Computed by the tools; accepted so that payloads can be imported.
const ignored = z.unknown().optional();

const user = z.strictObject({ ...shapeOf(talentUserFields, 'imported'), is_viewer: z.boolean().nullish() });
/** An object is added as a user. */
const namedUser = z.union([id, user], 'must be a user id, or an object with the id, name and email of a user');

const signal = z.strictObject({
  ...shapeOf(signalFields, 'imported'),
  profile_tags: z.array(z.enum(profileTags)).nullish(),
  experiences: z.array(z.strictObject(shapeOf(experienceFields, 'imported'))).nullish(),
  educations: z.array(z.strictObject(shapeOf(educationFields, 'imported'))).nullish(),
  taggings: z
    .array(z.strictObject({ tag: name, created_at: time.nullish(), tagged_by: namedUser.nullish() }))
    .nullish(),
  // Times are required: with a default, importing a file again would change them.
  views: z.array(z.strictObject({ user: namedUser, viewed_at: time })).nullish(),
  screenings: z.array(z.strictObject({ user: namedUser, screened_at: time })).nullish(),
  viewer_has_viewed: ignored,
  viewer_has_screened: ignored,
});

const listEntryShape = { id: id.optional(), signal_id: id, created_at: time, added_by: namedUser.nullish() };

export const talentSchemas = {
  user,
  company: z.strictObject(shapeOf(companyFields, 'imported')),
  institution: z.strictObject(shapeOf(institutionFields, 'imported')),
  city: z.strictObject({ name, signal_count: ignored }),
  signal,
  list: z.strictObject({
    id,
    name: field.text(maxListNameLength).imported,
    creator: namedUser,
    accesses: z.array(namedUser).nullish(),
    created_at: time.nullish(),
    entries: z.array(z.strictObject(listEntryShape)).nullish(),
    entry_count: ignored,
  }),
  list_entry: z.strictObject({ ...listEntryShape, list_id: id, signal: ignored }),
  search: z.strictObject({
    ...shapeOf(searchFields, 'imported'),
    filters: z.array(z.strictObject({ key: name, operator: name, value: z.json() })).nullish(),
    sharees: z.array(namedUser).nullish(),
    visited_at: time,
    creator: namedUser,
    created_at: time.nullish(),
  }),
  view: z.strictObject({ signal_id: id, user: namedUser, viewed_at: time }),
  screening: z.strictObject({ signal_id: id, user: namedUser, screened_at: time }),
} as const;
