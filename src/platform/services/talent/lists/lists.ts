import { type Expression, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { z } from 'zod';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import type { listPayload, listTools } from '../../../../tools/talent/list.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { notFound } from '../../../../tools/errors/platform-error.ts';
import { newId } from '../../new-id.ts';
import { sharedLists } from '../shared-records.ts';
import type { TalentParts } from '../talent-parts.ts';
import { requireUsers, userPayload } from '../users.ts';

type ListPayload = z.input<typeof listPayload>;

export function listHandlers({ db, now }: TalentParts): ToolHandlers<typeof listTools> {
  return {
    lists_list: async (_input, { userId }) => ({
      items: await listPayloads(db, { condition: sharedLists.visibleTo(userId), viewerId: userId }),
    }),

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

/** @throws PlatformError `NOT_FOUND` if the list is missing or the user may not see it */
async function onePayload(db: Db, id: string, viewerId: string): Promise<ListPayload> {
  const condition = sql<SqlBool>`talent_lists.id = ${id} and ${sharedLists.visibleTo(viewerId)}`;
  const [payload] = await listPayloads(db, { condition, viewerId });
  if (!payload) throw notFound('list', id);
  return payload;
}

/** Newest first. */
async function listPayloads(
  db: Db,
  { condition, viewerId }: { condition: Expression<SqlBool>; viewerId: string },
): Promise<ListPayload[]> {
  const rows = await db
    .selectFrom('talent_lists')
    .select((eb) => [
      'talent_lists.id',
      'talent_lists.name',
      'talent_lists.created_at',
      jsonObjectFrom(eb.selectFrom('talent_users').selectAll().whereRef('id', '=', 'talent_lists.creator_id'))
        .$notNull()
        .as('creator'),
      jsonArrayFrom(
        eb
          .selectFrom('talent_list_accesses as access')
          .innerJoin('talent_users', 'talent_users.id', 'access.user_id')
          .selectAll('talent_users')
          .whereRef('access.list_id', '=', 'talent_lists.id')
          .orderBy('access.user_id'),
      ).as('accesses'),
      sql<number>`(select count(*)::int from talent_list_entries where list_id = talent_lists.id)`.as('entries'),
    ])
    .where(condition)
    .orderBy('talent_lists.created_at', 'desc')
    .orderBy('talent_lists.id', 'desc')
    .execute();
  return rows.map(({ id, name, accesses, creator, created_at: createdAt, entries }) => ({
    id,
    name,
    accesses: accesses.map((user) => userPayload(user, viewerId)),
    creator: userPayload(creator, viewerId),
    created_at: createdAt.toISOString(),
    entry_count: entries,
  }));
}
