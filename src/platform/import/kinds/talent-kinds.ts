import { z } from 'zod';
import type { Db } from '../../database/open-database.ts';
import { storeListEntries, storeLists, storeSearches } from '../../services/talent/store/store-shared-records.ts';
import {
  storeCities,
  storeCompanies,
  storeInstitutions,
  storeMissingCompanies,
} from '../../services/talent/store/store-lookups.ts';
import { storeScreenings, storeViews } from '../../services/talent/store/store-reviews.ts';
import { storeSignals } from '../../services/talent/store/store-signals.ts';
import { storeMissingUsers, storeUsers, type UserRecord, userIdOf } from '../../services/talent/store/store-users.ts';
import { field, shapeOf } from '../../../tools/record-fields.ts';
import { companyFields, institutionFields, talentId } from '../../../tools/talent/lookup.ts';
import { searchFields } from '../../../tools/talent/search.ts';
import { educationFields, experienceFields, signalFields, talentUserFields } from '../../../tools/talent/signal.ts';
import { maxListNameLength, profileTags } from '../../../tools/talent/vocabulary.ts';
import { defineKind } from './define-kind.ts';

const id = talentId.imported;
const name = field.name.imported;
const time = field.time.imported;

// A field that the tools compute; accepted so that payloads can be imported.
const ignored = z.unknown().optional();

const user = z.strictObject({ ...shapeOf(talentUserFields, 'imported'), is_viewer: z.boolean().nullish() });
/** A user: an id, or an object that is added as a user. */
const namedUser = z.union([id, user], 'must be a user id, or an object with the id, name and email of a user');

const company = z.strictObject(shapeOf(companyFields, 'imported'));
/** `company_id` can be an object, which is added as a company. */
const experience = z.strictObject({
  ...shapeOf(experienceFields, 'imported'),
  company_id: z.union([experienceFields.company_id.imported, company]),
});

const listEntryShape = { id: id.optional(), signal_id: id, created_at: time, added_by: namedUser.nullish() };

/** Returns a `store` that first stores the users that records contain as objects. */
const withUsers =
  <Value>(
    userOf: (value: Value) => UserRecord | null | undefined,
    store: (db: Db, values: readonly Value[]) => Promise<void>,
  ) =>
  async (db: Db, values: readonly Value[]): Promise<void> => {
    const users = values.map(userOf).filter((value) => typeof value === 'object' && value !== null);
    await storeMissingUsers(db, users);
    await store(db, values);
  };

const reviewKey = (review: { signal_id: string; user: UserRecord }) => ({
  signal_id: review.signal_id,
  user_id: userIdOf(review.user),
});

export const talentKinds = {
  user: defineKind({ schema: user, nouns: ['user', 'users'], table: 'talent_users', store: storeUsers }),
  company: defineKind({
    schema: company,
    nouns: ['company', 'companies'],
    table: 'talent_companies',
    store: storeCompanies,
  }),
  institution: defineKind({
    schema: z.strictObject(shapeOf(institutionFields, 'imported')),
    nouns: ['institution', 'institutions'],
    table: 'talent_institutions',
    store: storeInstitutions,
  }),
  city: defineKind({
    schema: z.strictObject({ name, signal_count: ignored }),
    nouns: ['city', 'cities'],
    table: 'talent_cities',
    keyOf: (city) => ({ name: city.name }),
    store: storeCities,
  }),
  signal: defineKind({
    schema: z.strictObject({
      ...shapeOf(signalFields, 'imported'),
      profile_tags: z.array(z.enum(profileTags)).nullish(),
      experiences: z.array(experience).nullish(),
      educations: z.array(z.strictObject(shapeOf(educationFields, 'imported'))).nullish(),
      taggings: z
        .array(z.strictObject({ tag: name, created_at: time.nullish(), tagged_by: namedUser.nullish() }))
        .nullish(),
      // Times are required: with a default, importing a file again would change them.
      views: z.array(z.strictObject({ user: namedUser, viewed_at: time })).nullish(),
      screenings: z.array(z.strictObject({ user: namedUser, screened_at: time })).nullish(),
      viewer_has_viewed: ignored,
      viewer_has_screened: ignored,
    }),
    nouns: ['signal', 'signals'],
    table: 'talent_signals',
    store: async (db, signals) => {
      const companies = signals
        .flatMap(({ experiences }) => experiences ?? [])
        .map((each) => each.company_id)
        .filter((named) => typeof named === 'object' && named !== null);
      await storeMissingCompanies(db, companies);
      await storeSignals(
        db,
        signals.map((signal) => ({
          ...signal,
          experiences: signal.experiences?.map((each) => ({
            ...each,
            company_id: typeof each.company_id === 'object' ? each.company_id?.id : each.company_id,
          })),
        })),
      );
    },
  }),
  list: defineKind({
    schema: z.strictObject({
      id,
      name: field.text(maxListNameLength).imported,
      creator: namedUser,
      accesses: z.array(namedUser).nullish(),
      created_at: time.nullish(),
      entries: z.array(z.strictObject(listEntryShape)).nullish(),
      entry_count: ignored,
    }),
    nouns: ['list', 'lists'],
    table: 'talent_lists',
    store: storeLists,
  }),
  list_entry: defineKind({
    schema: z.strictObject({ ...listEntryShape, list_id: id, signal: ignored }),
    nouns: ['list entry', 'list entries'],
    table: 'talent_list_entries',
    keyOf: (entry) => ({ list_id: entry.list_id, signal_id: entry.signal_id }),
    store: withUsers((entry) => entry.added_by, storeListEntries),
  }),
  search: defineKind({
    schema: z.strictObject({
      ...shapeOf(searchFields, 'imported'),
      filters: z.array(z.strictObject({ key: name, operator: name, value: z.json() })).nullish(),
      sharees: z.array(namedUser).nullish(),
      visited_at: time,
      creator: namedUser,
      created_at: time.nullish(),
    }),
    nouns: ['saved search', 'saved searches'],
    table: 'talent_searches',
    store: storeSearches,
  }),
  view: defineKind({
    schema: z.strictObject({ signal_id: id, user: namedUser, viewed_at: time }),
    nouns: ['view', 'views'],
    table: 'talent_views',
    keyOf: reviewKey,
    store: withUsers((view) => view.user, storeViews),
  }),
  screening: defineKind({
    schema: z.strictObject({ signal_id: id, user: namedUser, screened_at: time }),
    nouns: ['screening', 'screenings'],
    table: 'talent_screenings',
    keyOf: reviewKey,
    store: withUsers((screening) => screening.user, storeScreenings),
  }),
} as const;
