import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import { type UserRecord, userIdOf } from './store-users.ts';
import { storedTime } from '../../stored-time.ts';

/** A view of a signal by a user. `viewed_at` defaults to the current time. */
export interface ViewRecord {
  signal_id: string;
  user: UserRecord;
  viewed_at?: string | number | null | undefined;
}

/** A screening of a signal by a user. `screened_at` defaults to the current time. */
export interface ScreeningRecord {
  signal_id: string;
  user: UserRecord;
  screened_at?: string | number | null | undefined;
}

/** Adds views. For each signal and user, only the latest view is stored. Signals and users must already be stored. */
export async function storeViews(db: Db, views: readonly ViewRecord[]): Promise<void> {
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

/**
 * Adds screenings. If the user has already screened the signal, the stored screening stays unchanged. Signals and users
 * must already be stored.
 */
export async function storeScreenings(db: Db, screenings: readonly ScreeningRecord[]): Promise<void> {
  await insertMissingRows(db, 'talent_screenings', {
    rows: screenings.map((screening) => ({
      signal_id: screening.signal_id,
      user_id: userIdOf(screening.user),
      screened_at: storedTime(screening.screened_at),
    })),
    key: ['signal_id', 'user_id'],
  });
}
