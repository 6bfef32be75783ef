import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import { type ListEntryRecord, storeListEntries } from './store-list-entries.ts';
import { storeNamedUsers, type UserRecord, userIdOf } from './store-users.ts';
import { sharedLists } from '../shared-records.ts';
import { storedTime } from '../../stored-time.ts';

/**
 * A list in the shape that `lists_get` returns. `creator` is required; it is the default for `added_by` of the entries.
 */
export interface ListRecord {
  id: string;
  name: string;
  creator: UserRecord;
  accesses?: UserRecord[] | null | undefined;
  created_at?: string | number | null | undefined;
  entries?: ListEntryRecord[] | null | undefined;
}

/**
 * Adds lists, or replaces name, creator and accesses of stored lists with the same id. A stored list keeps its entries;
 * those in the record are added. Users in a record are added if they are not stored yet. Signals must already be
 * stored.
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
