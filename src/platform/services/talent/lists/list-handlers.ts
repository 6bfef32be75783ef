import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import type { listTools } from '../../../../tools/talent/list.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { notFound } from '../../../../tools/errors/platform-error.ts';
import { newId } from '../../new-id.ts';
import { runOnce } from '../../run-once.ts';
import { sharedLists } from '../shared-records.ts';
import type { TalentParts } from '../talent-parts.ts';
import { requireUsers, userPayload } from '../users.ts';

export function listHandlers({ db, now }: TalentParts): ToolHandlers<typeof listTools> {
  return {
    lists_list: async (_input, { userId }) => ({
      items: (await sharedLists.list(db, userId)).map((row) => listPayload(row, userId)),
    }),

    lists_get: async ({ id }, { userId }) => {
      const list = await loadPayload(db, id, userId);
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

    lists_create: ({ name, accesses }, call) =>
      runOnce({ db, now }, call, async (trx) => {
        const { userId } = call;
        const users = await requireUsers(trx, 'accesses', accesses ?? []);
        const row = { id: newId('lst'), name, creator_id: userId, created_at: now() };
        await trx.insertInto('talent_lists').values(row).execute();
        await sharedLists.share(trx, [{ ...row, userIds: users }]);
        return loadPayload(trx, row.id, userId);
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
        return loadPayload(trx, id, userId);
      }),

    lists_delete: ({ id }, { userId }) =>
      inTransaction(db, async (trx) => {
        await sharedLists.delete(trx, id, userId);
        return { id };
      }),
  };
}

const loadPayload = async (db: Db, id: string, viewerId: string) =>
  listPayload(await sharedLists.require(db, id, viewerId), viewerId);

const listPayload = (
  { id, name, sharees, creator, created_at: createdAt, entry_count }: Awaited<ReturnType<typeof sharedLists.require>>,
  viewerId: string,
) => ({
  id,
  name,
  accesses: sharees.map((user) => userPayload(user, viewerId)),
  creator: userPayload(creator, viewerId),
  created_at: createdAt.toISOString(),
  entry_count,
});
