import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables.ts';
import { storeListEntries } from '../talent/store/store-list-entries.ts';
import { storeLists } from '../talent/store/store-lists.ts';
import { storeCities, storeCompanies, storeInstitutions } from '../talent/store/store-lookups.ts';
import { storeScreenings, storeViews } from '../talent/store/store-reviews.ts';
import { storeSearches } from '../talent/store/store-searches.ts';
import { storeSignals } from '../talent/store/store-signals.ts';
import { storeNamedUsers, storeUsers, type UserRecord, userIdOf } from '../talent/store/store-users.ts';
import { reasonOf } from './fault-reason.ts';
import { type ImportKind, importSchemas } from './import-schemas.ts';
import { type Reference, referencesOf } from './references.ts';

/** A record that follows the rules of its kind and can be stored. */
export interface CheckedRecord {
  references: Reference[];
  /** Columns that tell it from others of its kind, and their values. */
  key: string[];
}

export interface ImportKindRules {
  /** For one and for many. */
  nouns: readonly [string, string];
  check(fields: unknown): { record: CheckedRecord } | { fault: string };
  /** Stores records that `check` of this kind gave; answers how many of them are new. */
  store(db: Db, records: readonly CheckedRecord[]): Promise<number>;
}

interface KindDefinition<Schema extends z.ZodType<object>> {
  schema: Schema;
  nouns: readonly [string, string];
  table: keyof Tables;
  keyColumns: readonly string[];
  keyOf(value: z.output<Schema>): string[];
  store(db: Db, values: readonly z.output<Schema>[]): Promise<void>;
}

function defineKind<Schema extends z.ZodType<object>>(kind: KindDefinition<Schema>): ImportKindRules {
  const values = new WeakMap<CheckedRecord, z.output<Schema>>();
  return {
    nouns: kind.nouns,
    check: (fields) => {
      const checked = kind.schema.safeParse(fields, { reportInput: true });
      if (!checked.success) return { fault: reasonOf(checked.error) };
      const record = { references: referencesOf(checked.data), key: kind.keyOf(checked.data) };
      values.set(record, checked.data);
      return { record };
    },
    store: async (db, records) => {
      const keys = new Map(records.map(({ key }) => [key.join(' '), key]));
      const known = await countRows(db, { ...kind, keys: [...keys.values()] });
      await kind.store(
        db,
        records.flatMap((record) => values.get(record) ?? []),
      );
      return keys.size - known;
    },
  };
}

async function countRows(
  db: Db,
  { table, keyColumns, keys }: { table: keyof Tables; keyColumns: readonly string[]; keys: string[][] },
): Promise<number> {
  // Joined to arrays, not compared `in` tuples: PostgreSQL would try every tuple on every row.
  const names = keyColumns.map((_, index) => sql.id(`key${index}`));
  const values = keyColumns.map((_, index) => sql`${keys.map((key) => key[index] ?? '')}::text[]`);
  const equal = keyColumns.map((column, index) => sql`stored.${sql.ref(column)} = wanted.${names[index]}`);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from unnest(${sql.join(values)}) as wanted (${sql.join(names)})
    join ${sql.table(table)} as stored on ${sql.join(equal, sql` and `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const byId = { keyColumns: ['id'], keyOf: ({ id }: { id: string }) => [id] };

/** Views, screenings and entries are stored with the id of their user alone: who is given in full is added first. */
const addUsers = (db: Db, users: (UserRecord | null | undefined)[]) =>
  storeNamedUsers(
    db,
    users.flatMap((user) => (typeof user === 'object' && user !== null ? [user] : [])),
  );

const bySignalAndUser = {
  keyColumns: ['signal_id', 'user_id'],
  keyOf: ({ signal_id: signalId, user }: { signal_id: string; user: UserRecord }) => [signalId, userIdOf(user)],
};

/** Everything that a line of an import file can be. */
export const importKinds: Readonly<Record<ImportKind, ImportKindRules>> = {
  user: defineKind({
    ...byId,
    schema: importSchemas.user,
    nouns: ['user', 'users'],
    table: 'talent_users',
    store: storeUsers,
  }),
  company: defineKind({
    ...byId,
    schema: importSchemas.company,
    nouns: ['company', 'companies'],
    table: 'talent_companies',
    store: storeCompanies,
  }),
  institution: defineKind({
    ...byId,
    schema: importSchemas.institution,
    nouns: ['institution', 'institutions'],
    table: 'talent_institutions',
    store: storeInstitutions,
  }),
  city: defineKind({
    schema: importSchemas.city,
    nouns: ['city', 'cities'],
    table: 'talent_cities',
    keyColumns: ['name'],
    keyOf: ({ name }) => [name],
    store: storeCities,
  }),
  signal: defineKind({
    ...byId,
    schema: importSchemas.signal,
    nouns: ['signal', 'signals'],
    table: 'talent_signals',
    store: storeSignals,
  }),
  list: defineKind({
    ...byId,
    schema: importSchemas.list,
    nouns: ['list', 'lists'],
    table: 'talent_lists',
    store: storeLists,
  }),
  list_entry: defineKind({
    schema: importSchemas.list_entry,
    nouns: ['list entry', 'list entries'],
    table: 'talent_list_entries',
    keyColumns: ['list_id', 'signal_id'],
    keyOf: ({ list_id: listId, signal_id: signalId }) => [listId, signalId],
    store: async (db, entries) => {
      await addUsers(
        db,
        entries.map((entry) => entry.added_by),
      );
      await storeListEntries(db, entries);
    },
  }),
  search: defineKind({
    ...byId,
    schema: importSchemas.search,
    nouns: ['saved search', 'saved searches'],
    table: 'talent_searches',
    store: storeSearches,
  }),
  view: defineKind({
    ...bySignalAndUser,
    schema: importSchemas.view,
    nouns: ['view', 'views'],
    table: 'talent_views',
    store: async (db, views) => {
      await addUsers(
        db,
        views.map(({ user }) => user),
      );
      await storeViews(db, views);
    },
  }),
  screening: defineKind({
    ...bySignalAndUser,
    schema: importSchemas.screening,
    nouns: ['screening', 'screenings'],
    table: 'talent_screenings',
    store: async (db, screenings) => {
      await addUsers(
        db,
        screenings.map(({ user }) => user),
      );
      await storeScreenings(db, screenings);
    },
  }),
};

export const isImportKind = (kind: string): kind is ImportKind => Object.hasOwn(importKinds, kind);
