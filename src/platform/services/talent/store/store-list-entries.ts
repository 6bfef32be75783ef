import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import { upsertRows } from '../../../database/store-rows.ts';
import { newId } from '../../new-id.ts';
import { type UserRecord, userIdOf } from './store-users.ts';
import { storedTime } from '../../stored-time.ts';

/** An entry of a list, in the shape that `lists_get` returns. */
export interface ListEntryRecord {
  id?: string | undefined;
  signal_id: string;
  created_at?: string | number | null | undefined;
  added_by?: UserRecord | null | undefined;
}

export type PlacedEntryRecord = ListEntryRecord & { list_id: string };

/**
 * Adds entries to lists. If a signal is already on a list, `added_by` and `created_at` of its entry are replaced.
 * `added_by` defaults to the creator of the list. Users, lists and signals must already be stored.
 */
export async function storeListEntries(db: Db, entries: readonly PlacedEntryRecord[]): Promise<void> {
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
