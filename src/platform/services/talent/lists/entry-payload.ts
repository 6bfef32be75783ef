import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { TalentListEntryTable } from '../../../database/tables/talent-tables.ts';
import type { listEntryPayload } from '../../../../tools/talent/list.ts';
import { signalPayloads } from '../signals/signal-payload.ts';
import { loadUsers, type UserPayload } from '../users.ts';

export type EntryRow = Selectable<TalentListEntryTable>;
export type EntryPayload = z.input<typeof listEntryPayload>;

/** Returns the payloads of entries without their signals, in the order of `rows`. Runs one SQL statement. */
async function entryPayloads(db: Db, rows: EntryRow[], viewerId: string): Promise<EntryPayload[]> {
  const userOf = await loadUsers(db, { userIds: rows.map((row) => row.added_by), viewerId });
  return rows.map((row) => entryPayload(row, userOf(row.added_by)));
}

/** Returns the payload of an entry without its signal. */
export const entryPayload = (row: EntryRow, addedBy: UserPayload): EntryPayload => ({
  id: row.id,
  list_id: row.list_id,
  signal_id: row.signal_id,
  created_at: row.created_at.toISOString(),
  added_by: addedBy,
});

/**
 * Returns the payloads of entries with the profiles of their signals, in the order of `rows`. Runs three SQL
 * statements.
 */
export async function fullEntryPayloads(db: Db, rows: EntryRow[], viewerId: string): Promise<EntryPayload[]> {
  const signalRows = await db
    .selectFrom('talent_signals')
    .selectAll()
    .where('id', '=', (eb) => eb.fn.any(eb.val(rows.map((row) => row.signal_id))))
    .execute();
  const [entries, signals] = await Promise.all([
    entryPayloads(db, rows, viewerId),
    signalPayloads(db, signalRows, viewerId),
  ]);
  const signalById = new Map(signals.map((signal) => [signal.id, signal]));
  return entries.map((entry) => ({ ...entry, signal: signalById.get(entry.signal_id) ?? null }));
}
