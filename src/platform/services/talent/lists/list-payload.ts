import { type Expression, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { listPayload } from '../../../../tools/talent/list.ts';
import { userPayload } from '../users.ts';

export type ListPayload = z.input<typeof listPayload>;

/** Returns the payloads of the lists that meet a condition, newest first, with one SQL statement. */
export async function listPayloads(
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
