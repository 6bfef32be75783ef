import type { Db } from '../../../database/open-database.ts';
import { newId } from '../../new-id.ts';
import { batchesOf } from '../../batch.ts';
import { type UserRecord, userIdOf } from './store-users.ts';
import { storedTime } from '../../stored-time.ts';

/** An entry as `lists_get` answers it, within its list. */
export interface ListEntryRecord {
  id?: string | undefined;
  signal_id: string;
  created_at?: string | number | null | undefined;
  added_by?: UserRecord | null | undefined;
}

export type PlacedEntryRecord = ListEntryRecord & { list_id: string };

/**
 * Adds entries to stored lists, or replaces who added them and when, by list and signal. Without `added_by` the list's
 * creator added it. Users, lists and signals must be stored before.
 */
export async function storeListEntries(db: Db, entries: readonly PlacedEntryRecord[]): Promise<void> {
  for (const batch of batchesOf(entries, (entry) => `${entry.list_id} ${entry.signal_id}`)) {
    await db
      .insertInto('talent_list_entries')
      .values((eb) =>
        batch.map((entry) => ({
          id: entry.id ?? newId('ent'),
          list_id: entry.list_id,
          signal_id: entry.signal_id,
          added_by:
            entry.added_by == null
              ? eb.selectFrom('talent_lists').select('creator_id').where('id', '=', entry.list_id).$asScalar()
              : userIdOf(entry.added_by),
          created_at: storedTime(entry.created_at),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['list_id', 'signal_id'])
          .doUpdateSet((eb) => ({ added_by: eb.ref('excluded.added_by'), created_at: eb.ref('excluded.created_at') })),
      )
      .execute();
  }
}
