import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { TalentListEntryTable, TalentUserTable } from '../../../database/tables/talent-tables.ts';
import { notFound } from '../../../../tools/errors/platform-error.ts';
import type { listEntryPayload } from '../../../../tools/talent/list.ts';
import { sharedLists } from '../shared-records.ts';
import { signalPayloads } from '../signals/signal-payload.ts';
import { loadUsers, userPayload, type UserPayload } from '../users.ts';

export type EntryRow = Selectable<TalentListEntryTable>;
export type EntryPayload = z.input<typeof listEntryPayload>;

const entryPayload = (row: EntryRow, addedBy: UserPayload): EntryPayload => ({
  id: row.id,
  list_id: row.list_id,
  signal_id: row.signal_id,
  created_at: row.created_at.toISOString(),
  added_by: addedBy,
});

/** In the order of `rows`. Runs three SQL statements. */
export async function fullEntryPayloads(db: Db, rows: EntryRow[], viewerId: string): Promise<EntryPayload[]> {
  const signalRows = await db
    .selectFrom('talent_signals')
    .selectAll()
    .where('id', '=', (eb) => eb.fn.any(eb.val(rows.map((row) => row.signal_id))))
    .execute();
  const [userOf, signals] = await Promise.all([
    loadUsers(db, { userIds: rows.map((row) => row.added_by), viewerId }),
    signalPayloads(db, signalRows, viewerId),
  ]);
  const signalById = new Map(signals.map((signal) => [signal.id, signal]));
  return rows.map((row) => ({
    ...entryPayload(row, userOf(row.added_by)),
    signal: signalById.get(row.signal_id) ?? null,
  }));
}

/** `id` is null if the signal has no entry that the user may see. */
type FoundEntry = { signalId: string } & ((EntryRow & Pick<TalentUserTable, 'name' | 'email'>) | { id: null });

/** Newest first, with one SQL statement. The lookup throws PlatformError `NOT_FOUND` for an unknown signal. */
export async function loadSignalEntries(
  db: Db,
  { signalIds, viewerId }: { signalIds: string[]; viewerId: string },
): Promise<(signalId: string) => EntryPayload[]> {
  const found = sql<FoundEntry>`
    select talent_signals.id as "signalId", entry.*
    from talent_signals left join (
      select talent_list_entries.*, talent_users.name, talent_users.email
      from talent_list_entries
      join talent_lists on talent_lists.id = talent_list_entries.list_id
      join talent_users on talent_users.id = talent_list_entries.added_by
      where ${sharedLists.visibleTo(viewerId)}
    ) as entry on entry.signal_id = talent_signals.id
    where talent_signals.id = any(${signalIds})
    order by entry.created_at desc, entry.id desc`;
  const bySignal = Map.groupBy((await found.execute(db)).rows, ({ signalId }) => signalId);
  return (signalId) => {
    const rows = bySignal.get(signalId);
    if (!rows) throw notFound('signal', signalId);
    return rows.flatMap((row) => {
      if (row.id === null) return [];
      const { added_by: id, name, email } = row;
      return entryPayload(row, userPayload({ id, name, email }, viewerId));
    });
  };
}
