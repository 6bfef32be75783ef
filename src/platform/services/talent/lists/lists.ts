import { inTransaction } from '../../../database/in-transaction.ts';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { listTools } from '../../../../tools/talent/list.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { notFound } from '../../../../tools/errors/platform-error.ts';
import { newId } from '../../new-id.ts';
import { sharedLists } from '../shared-records.ts';
import { type ListPayload, listPayloads } from './list-payload.ts';
import type { TalentParts } from '../talent-parts.ts';
import { requireUsers } from '../users.ts';

export function listHandlers({ db, now }: TalentParts): ToolHandlers<typeof listTools> {
  return {
    lists_list: async (_input, { userId }) => {
      return { items: await listPayloads(db, { condition: sharedLists.visibleTo(userId), viewerId: userId }) };
    },

    lists_get: async ({ id }, { userId }) => {
      const list = await onePayload(db, id, userId);
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
        await sharedLists.share(trx, [{ ...row, userIds: users }]);
        return onePayload(trx, row.id, userId);
      }),

    lists_update: ({ id, name }, { userId }) =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .updateTable('talent_lists')
          .set({ name })
          .where('id', '=', id)
          .where(sharedLists.visibleTo(userId))
          .returning('id')
          .executeTakeFirst();
        if (!row) throw notFound('list', id);
        return onePayload(trx, id, userId);
      }),

    lists_delete: ({ id }, { userId }) =>
      inTransaction(db, async (trx) => {
        await sharedLists.delete(trx, id, userId);
        return { id };
      }),
  };
}

/** @throws PlatformError `NOT_FOUND` if the list does not exist or the user may not see it */
async function onePayload(db: Db, id: string, viewerId: string): Promise<ListPayload> {
  const condition = sql<SqlBool>`talent_lists.id = ${id} and ${sharedLists.visibleTo(viewerId)}`;
  const [payload] = await listPayloads(db, { condition, viewerId });
  if (!payload) throw notFound('list', id);
  return payload;
}
