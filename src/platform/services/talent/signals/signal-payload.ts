import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { TalentSignalTable } from '../../../database/tables/talent-tables.ts';
import type { signalPayload } from '../../../../tools/talent/signal.ts';
import { loadUsers, type UserPayload } from '../users.ts';

export type SignalRow = Selectable<TalentSignalTable>;
export type SignalPayload = z.input<typeof signalPayload>;

interface Review {
  signal_id: string;
  user_id: string;
  at: Date;
}

interface Related {
  viewerId: string;
  userOf: (userId: string) => UserPayload;
  viewsOf: (signalId: string) => Review[];
  screeningsOf: (signalId: string) => Review[];
}

/**
 * Returns the payloads of signals as the caller sees them, in the order of `rows`. Runs three SQL statements for any
 * number of signals: for views, screenings and users.
 */
export async function signalPayloads(db: Db, rows: SignalRow[], viewerId: string): Promise<SignalPayload[]> {
  const signalIds = rows.map(({ id }) => id);
  const [views, screenings] = await Promise.all([
    reviewsOf(db, { table: 'talent_views', time: 'viewed_at', signalIds }),
    reviewsOf(db, { table: 'talent_screenings', time: 'screened_at', signalIds }),
  ]);
  const userIds = [
    ...views.map((view) => view.user_id),
    ...screenings.map((screening) => screening.user_id),
    ...rows.flatMap(({ taggings }) => taggings.flatMap(({ tagged_by: user }) => user ?? [])),
  ];
  const userOf = await loadUsers(db, { userIds, viewerId });
  const viewsById = Map.groupBy(views, (view) => view.signal_id);
  const screeningsById = Map.groupBy(screenings, (screening) => screening.signal_id);
  const related: Related = {
    viewerId,
    userOf,
    viewsOf: (id) => viewsById.get(id) ?? [],
    screeningsOf: (id) => screeningsById.get(id) ?? [],
  };
  return rows.map((row) => toPayload(row, related));
}

async function reviewsOf(
  db: Db,
  { table, time, signalIds }: { table: string; time: string; signalIds: string[] },
): Promise<Review[]> {
  const { rows } = await sql<Review>`
    select signal_id, user_id, ${sql.ref(time)} as at from ${sql.table(table)}
    where signal_id = any(${signalIds}) order by at, user_id`.execute(db);
  return rows;
}

function toPayload(row: SignalRow, { viewerId, userOf, viewsOf, screeningsOf }: Related): SignalPayload {
  const { past_company_ids: _companies, past_institution_ids: _institutions, ...profile } = row;
  const views = viewsOf(row.id);
  const screenings = screeningsOf(row.id);
  return {
    ...profile,
    discovered_at: row.discovered_at.toISOString(),
    taggings: row.taggings.map(({ tag, created_at: createdAt, tagged_by: user }) => ({
      tag,
      created_at: createdAt ?? null,
      tagged_by: user == null ? null : userOf(user),
    })),
    views: views.map((view) => ({ user: userOf(view.user_id), viewed_at: view.at.toISOString() })),
    screenings: screenings.map((screening) => ({
      user: userOf(screening.user_id),
      screened_at: screening.at.toISOString(),
    })),
    viewer_has_viewed: views.some((view) => view.user_id === viewerId),
    viewer_has_screened: screenings.some((screening) => screening.user_id === viewerId),
  };
}
