import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import type { listTools } from '../../../../tools/talent/list.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { notFound } from '../../../../tools/platform-error.ts';
import { newId } from '../../new-id.ts';
import { type ListRow, listVisibleTo, requireList, requireOwnList } from './list-access.ts';
import { type ListPayload, listPayloads } from './list-payload.ts';
import type { TalentParts } from '../talent-parts.ts';
import { requireUsers } from '../users.ts';

export function listHandlers({ db, now }: TalentParts): ToolHandlers<typeof listTools> {
  return {
    lists_list: async (_input, { userId }) => {
      const rows = await db
        .selectFrom('talent_lists')
        .selectAll()
        .where(listVisibleTo(userId))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { items: await listPayloads(db, rows, userId) };
    },

    lists_get: async ({ id }, { userId }) => {
      const list = await onePayload(db, await requireList(db, id, userId), userId);
      const entries = await db
        .selectFrom('talent_list_entries')
        .select(['id', 'signal_id', 'created_at'])
        .where('list_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return {
        ...list,
        entry_count: entries.length,
        entries: entries.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
      };
    },

    lists_create: ({ name, accesses }, { userId }) =>
      inTransaction(db, async (trx) => {
        const users = await requireUsers(trx, 'accesses', accesses ?? []);
        const row = { id: newId('lst'), name, creator_id: userId, created_at: now() };
        await trx.insertInto('talent_lists').values(row).execute();
        const others = users.filter((id) => id !== userId).map((id) => ({ list_id: row.id, user_id: id }));
        if (others.length) await trx.insertInto('talent_list_accesses').values(others).execute();
        return onePayload(trx, row, userId);
      }),

    lists_update: ({ id, name }, { userId }) =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .updateTable('talent_lists')
          .set({ name })
          .where('id', '=', id)
          .where(listVisibleTo(userId))
          .returningAll()
          .executeTakeFirst();
        if (!row) throw notFound('list', id);
        return onePayload(trx, row, userId);
      }),

    lists_delete: ({ id }, { userId }) =>
      inTransaction(db, async (trx) => {
        await requireOwnList(trx, id, userId);
        await trx.deleteFrom('talent_lists').where('id', '=', id).execute();
        return { id };
      }),
  };
}

async function onePayload(db: Db, row: ListRow, viewerId: string): Promise<ListPayload> {
  const [payload] = await listPayloads(db, [row], viewerId);
  if (!payload) throw notFound('list', row.id);
  return payload;
}
