import type { Db } from '../../database/open-database.ts';
import { storeListEntries, storeLists } from '../../services/talent/store/store-lists.ts';
import { storeCities, storeCompanies, storeInstitutions } from '../../services/talent/store/store-lookups.ts';
import { storeScreenings, storeViews } from '../../services/talent/store/store-reviews.ts';
import { storeSearches } from '../../services/talent/store/store-searches.ts';
import { storeSignals } from '../../services/talent/store/store-signals.ts';
import { storeNamedUsers, storeUsers, type UserRecord, userIdOf } from '../../services/talent/store/store-users.ts';
import { defineKind, type ImportKindRules } from './define-kind.ts';
import { talentSchemas } from './talent-schemas.ts';

const byId = { keyColumns: { id: 'text' }, keyOf: ({ id }: { id: string }) => [id] } as const;

/** Stores the users that records contain as objects first. */
const withUsers =
  <Value>(
    userOf: (value: Value) => UserRecord | null | undefined,
    store: (db: Db, values: readonly Value[]) => Promise<void>,
  ) =>
  async (db: Db, values: readonly Value[]): Promise<void> => {
    const users = values.map(userOf).filter((user) => typeof user === 'object' && user !== null);
    await storeNamedUsers(db, users);
    await store(db, values);
  };

const bySignalAndUser = {
  keyColumns: { signal_id: 'text', user_id: 'text' },
  keyOf: ({ signal_id: signalId, user }: { signal_id: string; user: UserRecord }) => [signalId, userIdOf(user)],
} as const;

export const talentKinds: Readonly<Record<keyof typeof talentSchemas, ImportKindRules>> = {
  user: defineKind({
    ...byId,
    schema: talentSchemas.user,
    nouns: ['user', 'users'],
    table: 'talent_users',
    store: storeUsers,
  }),
  company: defineKind({
    ...byId,
    schema: talentSchemas.company,
    nouns: ['company', 'companies'],
    table: 'talent_companies',
    store: storeCompanies,
  }),
  institution: defineKind({
    ...byId,
    schema: talentSchemas.institution,
    nouns: ['institution', 'institutions'],
    table: 'talent_institutions',
    store: storeInstitutions,
  }),
  city: defineKind({
    schema: talentSchemas.city,
    nouns: ['city', 'cities'],
    table: 'talent_cities',
    keyColumns: { name: 'text' },
    keyOf: ({ name }) => [name],
    store: storeCities,
  }),
  signal: defineKind({
    ...byId,
    schema: talentSchemas.signal,
    nouns: ['signal', 'signals'],
    table: 'talent_signals',
    store: storeSignals,
  }),
  list: defineKind({
    ...byId,
    schema: talentSchemas.list,
    nouns: ['list', 'lists'],
    table: 'talent_lists',
    store: storeLists,
  }),
  list_entry: defineKind({
    schema: talentSchemas.list_entry,
    nouns: ['list entry', 'list entries'],
    table: 'talent_list_entries',
    keyColumns: { list_id: 'text', signal_id: 'text' },
    keyOf: ({ list_id: listId, signal_id: signalId }) => [listId, signalId],
    store: withUsers(({ added_by: user }) => user, storeListEntries),
  }),
  search: defineKind({
    ...byId,
    schema: talentSchemas.search,
    nouns: ['saved search', 'saved searches'],
    table: 'talent_searches',
    store: storeSearches,
  }),
  view: defineKind({
    ...bySignalAndUser,
    schema: talentSchemas.view,
    nouns: ['view', 'views'],
    table: 'talent_views',
    store: withUsers(({ user }) => user, storeViews),
  }),
  screening: defineKind({
    ...bySignalAndUser,
    schema: talentSchemas.screening,
    nouns: ['screening', 'screenings'],
    table: 'talent_screenings',
    store: withUsers(({ user }) => user, storeScreenings),
  }),
};
