import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import { type UserRecord, userIdOf } from './store-users.ts';
import { storedTime } from '../../stored-time.ts';

/** Time of a view or screening; by default, the current time. */
type ReviewTime = string | number | null | undefined;

interface ReviewRecord {
  signal_id: string;
  user: UserRecord;
}

/** Stores views, each replacing the stored view of the user and signal. Signals and users must already be stored. */
export async function storeViews(db: Db, views: readonly (ReviewRecord & { viewed_at?: ReviewTime })[]): Promise<void> {
  await upsertRows(db, 'talent_views', {
    rows: views.map((view) => ({
      signal_id: view.signal_id,
      user_id: userIdOf(view.user),
      viewed_at: storedTime(view.viewed_at),
    })),
    key: ['signal_id', 'user_id'],
    merge: { viewed_at: sql`greatest(talent_views.viewed_at, excluded.viewed_at)` },
  });
}

/** Adds missing screenings. Stored screenings stay unchanged. Signals and users must already be stored. */
export async function storeScreenings(
  db: Db,
  screenings: readonly (ReviewRecord & { screened_at?: ReviewTime })[],
): Promise<void> {
  await insertMissingRows(db, 'talent_screenings', {
    rows: screenings.map((screening) => ({
      signal_id: screening.signal_id,
      user_id: userIdOf(screening.user),
      screened_at: storedTime(screening.screened_at),
    })),
    key: ['signal_id', 'user_id'],
  });
}
