import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { TalentUserTable } from '../../../database/tables/talent-tables.ts';
import { notFound } from '../../../../tools/errors/platform-error.ts';
import { sharedLists } from '../shared-records.ts';
import { userPayload } from '../users.ts';
import { type EntryPayload, entryPayload, type EntryRow } from './entry-payload.ts';

/** A signal and one of its entries; `id` is null if the signal has no entry that the user may see. */
type FoundEntry = { signalId: string } & ((EntryRow & Pick<TalentUserTable, 'name' | 'email'>) | { id: null });

/**
 * Loads the entries of several signals on lists that the user may see, newest first, with one SQL statement.
 * @returns a function that returns the entries of a signal, or throws a PlatformError `NOT_FOUND` if the signal does not
 *   exist
 */
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
