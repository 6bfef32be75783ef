import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import { searchFields } from '../../../../tools/talent/search.ts';
import type { SearchFilter } from '../../../../tools/talent/search-filter.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import { storeNamedUsers, type UserRecord, userIdOf } from './store-users.ts';
import { sharedSearches } from '../shared-records.ts';
import { storedTime } from '../../stored-time.ts';

/** Filters with unknown keys are stored, but ignored when the search runs. */
type SearchRecord = ImportedRecord<typeof searchFields> & {
  creator: UserRecord;
  filters?: SearchFilter[] | null | undefined;
  sharees?: UserRecord[] | null | undefined;
  visited_at?: string | number | null | undefined;
  created_at?: string | number | null | undefined;
};

/** Replaces stored searches. Adds the users of a record if they are not stored yet. */
export async function storeSearches(db: Db, searches: readonly SearchRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const batch of batchesOf(searches, ({ id }) => id)) {
      await storeNamedUsers(
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
