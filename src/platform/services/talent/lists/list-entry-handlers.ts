import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { foreignKeyViolation, sqlState, uniqueViolation, violatedConstraint } from '../../../database/sql-state.ts';
import { mergeReads } from '../../../database/pools/merge-reads.ts';
import type { listEntryTools } from '../../../../tools/talent/list.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { notFound, PlatformError } from '../../../../tools/errors/platform-error.ts';
import { boundedTotal } from '../../bounded-total.ts';
import { newId } from '../../new-id.ts';
import { runOnce } from '../../run-once.ts';
import { sharedLists } from '../shared-records.ts';
import { readPage } from '../paging.ts';
import { reviewedBy } from '../signals/reviewer-filter.ts';
import { requireSignal } from '../signals/signal-handlers.ts';
import type { TalentParts } from '../talent-parts.ts';
import type { TalentListEntryTable, TalentUserTable } from '../../../database/tables/talent-tables.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { loadSignals } from '../signals/signal-payload.ts';
import { userPayload } from '../users.ts';

export function listEntryHandlers({ db, now }: TalentParts): ToolHandlers<typeof listEntryTools> {
  const entriesOf = mergeReads((signalIds: string[], viewerId) => loadSignalEntries(db, { signalIds, viewerId }));

  return {
    list_entries_list: async (input, { userId: viewerId }) => {
      await sharedLists.require(db, input.list_id, viewerId);
      const signalId = 'talent_list_entries.signal_id';
      const conditions = [
        ...reviewedBy('talent_screenings', { actors: input.screened_by, viewerId, signalId }),
        ...reviewedBy('talent_views', { actors: input.viewed_by, viewerId, signalId }),
      ];
      const matching = db
        .selectFrom('talent_list_entries')
        .where('list_id', '=', input.list_id)
        .where((eb) => eb.and(conditions));
      const direction = input.sort_order ?? 'desc';
      const entriesWithUser = withUser(matching);
      const ordered =
        input.sort_by === 'signal_discovered_at'
          ? entriesWithUser
              .innerJoin('talent_signals', 'talent_signals.id', signalId)
              .orderBy('talent_signals.discovered_at', direction)
          : entriesWithUser.orderBy('talent_list_entries.created_at', direction);
      const [{ rows: entries, ...page }, total] = await Promise.all([
        readPage(ordered.orderBy('talent_list_entries.id', direction), input),
        boundedTotal(db, matching),
      ]);
      return { items: await fullEntryPayloads(db, entries, viewerId), ...page, total };
    },

    list_entries_get: async ({ list_id: listId, entry_id: id }, { userId }) => {
      await sharedLists.require(db, listId, userId);
      return loadEntry(db, { listId, id, viewerId: userId });
    },

    list_entries_create: async ({ list_id: listId, signal_id: signalId }, call) => {
      const { userId } = call;
      try {
        return await runOnce({ db, now }, call, async (trx) => {
          await sharedLists.require(trx, listId, userId);
          await requireSignal(trx, signalId);
          const row = { id: newId('ent'), list_id: listId, signal_id: signalId, added_by: userId, created_at: now() };
          await trx.insertInto('talent_list_entries').values(row).execute();
          return loadEntry(trx, { listId, id: row.id, viewerId: userId });
        });
      } catch (error) {
        if (sqlState(error) === uniqueViolation) throw alreadyOnList(listId, signalId);
        // A violated foreign key means that a concurrent call deleted the list or signal after the checks above.
        const constraint = sqlState(error) === foreignKeyViolation ? violatedConstraint(error) : undefined;
        if (constraint === 'talent_list_entries_list_id_fkey') throw notFound('list', listId);
        if (constraint === 'talent_list_entries_signal_id_fkey') throw notFound('signal', signalId);
        throw error;
      }
    },

    list_entries_delete: ({ list_id: listId, entry_id: id }, { userId }) =>
      inTransaction(db, async (trx) => {
        await sharedLists.require(trx, listId, userId);
        const deleted = await trx
          .deleteFrom('talent_list_entries')
          .where('id', '=', id)
          .where('list_id', '=', listId)
          .returning('id')
          .executeTakeFirst();
        if (!deleted) throw notFound('list entry', id);
        return { id };
      }),

    signals_entries: async ({ id }, { userId }) => ({ items: await entriesOf({ scope: userId, key: id }) }),
  };
}

const alreadyOnList = (listId: string, signalId: string) =>
  new PlatformError({
    code: 'CONFLICT',
    message: `The signal ${JSON.stringify(signalId)} is already on the list ${JSON.stringify(listId)}.`,
  });

async function loadEntry(db: Db, { listId, id, viewerId }: { listId: string; id: string; viewerId: string }) {
  const rows = await withUser(db.selectFrom('talent_list_entries'))
    .where('talent_list_entries.id', '=', id)
    .where('list_id', '=', listId)
    .execute();
  const [payload] = await fullEntryPayloads(db, rows, viewerId);
  if (!payload) throw notFound('list entry', id);
  return payload;
}

/** A list entry, with the name and email address of the user who added it. */
type EntryRow = Selectable<TalentListEntryTable> & Pick<TalentUserTable, 'name' | 'email'>;

const withUser = (entries: SelectQueryBuilder<Tables, 'talent_list_entries', object>) =>
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
async function fullEntryPayloads(db: Db, rows: EntryRow[], viewerId: string) {
  const signals = await loadSignals(db, { ids: rows.map((row) => row.signal_id), viewerId });
  return rows.map((row) => ({ ...entryPayload(row, viewerId), signal: signals.get(row.signal_id) ?? null }));
}

/** `id` is null if the signal has no entry that the user may see. */
type FoundEntry = { signalId: string } & (EntryRow | { id: null });

/** Loads entries, newest first, in one SQL statement. The returned function throws `NOT_FOUND` for unknown signals. */
async function loadSignalEntries(db: Db, { signalIds, viewerId }: { signalIds: string[]; viewerId: string }) {
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
