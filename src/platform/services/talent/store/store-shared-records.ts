import { sql } from 'kysely';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import { storeMissingUsers, type UserRecord, userIdOf } from './store-users.ts';
import { sharedLists, sharedSearches } from '../shared-records.ts';
import { newId } from '../../new-id.ts';
import { storedTime } from '../../stored-time.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import { searchFields } from '../../../../tools/talent/search.ts';
import type { SearchFilter } from '../../../../tools/talent/search-filter.ts';
import { toColumns } from '../../../database/record-columns.ts';

interface ListEntryRecord {
  id?: string | undefined;
  signal_id: string;
  created_at?: string | number | null | undefined;
  added_by?: UserRecord | null | undefined;
}

export interface ListRecord {
  id: string;
  name: string;
  creator: UserRecord;
  accesses?: UserRecord[] | null | undefined;
  created_at?: string | number | null | undefined;
  entries?: ListEntryRecord[] | null | undefined;
}

/**
 * Stores lists. Overwrites the name, creator and shares of a stored list, but removes none of its entries. Adds missing
 * users. Signals must already be stored.
 */
export async function storeLists(db: Db, lists: readonly ListRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const batch of batchesOf(lists, ({ id }) => id)) {
      await storeMissingUsers(trx, batch.flatMap(mentionedUsers));
      await upsertRows(trx, 'talent_lists', {
        rows: batch.map(({ id, name, creator, created_at: createdAt }) => ({
          id,
          name,
          creator_id: userIdOf(creator),
          created_at: storedTime(createdAt),
        })),
        key: ['id'],
        keep: ['created_at'],
      });
      await sharedLists.share(
        trx,
        batch.map(({ id, creator, accesses }) => ({
          id,
          creator_id: userIdOf(creator),
          userIds: (accesses ?? []).map(userIdOf),
        })),
      );
      await storeListEntries(
        trx,
        batch.flatMap(({ id, entries }) => (entries ?? []).map((entry) => ({ ...entry, list_id: id }))),
      );
    }
  });
}

const mentionedUsers = ({ creator, accesses, entries }: ListRecord) => [
  creator,
  ...(accesses ?? []),
  ...(entries ?? []).flatMap(({ added_by: user }) => (user == null ? [] : [user])),
];

/** Stores entries. `added_by` defaults to the creator of the list. Users, lists and signals must already be stored. */
export async function storeListEntries(
  db: Db,
  entries: readonly (ListEntryRecord & { list_id: string })[],
): Promise<void> {
  await upsertRows(db, 'talent_list_entries', {
    rows: entries.map((entry) => ({
      id: entry.id ?? newId('ent'),
      list_id: entry.list_id,
      signal_id: entry.signal_id,
      added_by:
        entry.added_by == null
          ? sql<string>`(select creator_id from talent_lists where id = ${entry.list_id})`
          : userIdOf(entry.added_by),
      created_at: storedTime(entry.created_at),
    })),
    key: ['list_id', 'signal_id'],
    keep: ['id'],
  });
}

/** Filters with unknown keys are stored, but ignored when the search runs. */
type SearchRecord = ImportedRecord<typeof searchFields> & {
  creator: UserRecord;
  filters?: SearchFilter[] | null | undefined;
  sharees?: UserRecord[] | null | undefined;
  visited_at?: string | number | null | undefined;
  created_at?: string | number | null | undefined;
};

/** Adds searches, or replaces searches with the same ids. Adds missing users. */
export async function storeSearches(db: Db, searches: readonly SearchRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const batch of batchesOf(searches, ({ id }) => id)) {
      await storeMissingUsers(
        trx,
        batch.flatMap(({ creator, sharees }) => [creator, ...(sharees ?? [])]),
      );
      await upsertRows(trx, 'talent_searches', {
        rows: batch.map((search) => ({
          ...toColumns(searchFields, search),
          filters: JSON.stringify(search.filters ?? []),
          visited_at: storedTime(search.visited_at),
          creator_id: userIdOf(search.creator),
          created_at: storedTime(search.created_at),
        })),
        key: ['id'],
        keep: ['created_at'],
      });
      await sharedSearches.share(
        trx,
        batch.map(({ id, creator, sharees }) => ({
          id,
          creator_id: userIdOf(creator),
          userIds: (sharees ?? []).map(userIdOf),
        })),
      );
    }
  });
}
