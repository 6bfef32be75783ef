import { sql } from 'kysely';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import { storeNamedUsers, type UserRecord, userIdOf } from './store-users.ts';
import { sharedLists } from '../shared-records.ts';
import { newId } from '../../new-id.ts';
import { storedTime } from '../../stored-time.ts';

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
 * Overwrites the names and shares of stored lists, but removes none of their entries. Adds missing users. Signals must
 * already be stored.
 */
export async function storeLists(db: Db, lists: readonly ListRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const batch of batchesOf(lists, ({ id }) => id)) {
      await storeNamedUsers(trx, batch.flatMap(namedUsers));
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

const namedUsers = ({ creator, accesses, entries }: ListRecord) => [
  creator,
  ...(accesses ?? []),
  ...(entries ?? []).flatMap(({ added_by: user }) => (user == null ? [] : [user])),
];

/** `added_by` defaults to the creator of the list. Users, lists and signals must already be stored. */
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
