import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { TalentListEntryTable, TalentUserTable } from '../../../database/tables/talent-tables.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { notFound } from '../../../../tools/errors/platform-error.ts';
import { sharedLists } from '../shared-records.ts';
import { loadSignals } from '../signals/signal-payload.ts';
import { userPayload } from '../users.ts';

/** A list entry, with the name and email address of the user who added it. */
type EntryRow = Selectable<TalentListEntryTable> & Pick<TalentUserTable, 'name' | 'email'>;

export const withUser = (entries: SelectQueryBuilder<Tables, 'talent_list_entries', object>) =>
  entries
    .innerJoin('talent_users', 'talent_users.id', 'talent_list_entries.added_by')
    .selectAll('talent_list_entries')
    .select(['talent_users.name', 'talent_users.email']);

const entryPayload = ({ added_by: userId, name, email, ...row }: EntryRow, viewerId: string) => ({
  id: row.id,
  list_id: row.list_id,
  signal_id: row.signal_id,
  created_at: row.created_at.toISOString(),
  added_by: userPayload({ id: userId, name, email }, viewerId),
});

/** Returns entries with their full signals, in the order of `rows`. Runs two SQL statements. */
export async function fullEntryPayloads(db: Db, rows: EntryRow[], viewerId: string) {
  const signals = await loadSignals(db, { ids: rows.map((row) => row.signal_id), viewerId });
  return rows.map((row) => ({ ...entryPayload(row, viewerId), signal: signals.get(row.signal_id) ?? null }));
}

/** `id` is null if the signal has no entry that the user may see. */
type FoundEntry = { signalId: string } & (EntryRow | { id: null });

/** Newest first, with one SQL statement. The lookup throws PlatformError `NOT_FOUND` for an unknown signal. */
export async function loadSignalEntries(db: Db, { signalIds, viewerId }: { signalIds: string[]; viewerId: string }) {
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
  return (signalId: string) => {
    const rows = bySignal.get(signalId);
    if (!rows) throw notFound('signal', signalId);
    return rows.flatMap((row) => (row.id === null ? [] : entryPayload(row, viewerId)));
  };
}
