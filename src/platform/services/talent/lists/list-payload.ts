import type { z } from 'zod';
import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { listPayload } from '../../../../tools/talent/list.ts';
import type { ListRow } from './list-access.ts';
import { loadUsers } from '../users.ts';

export type ListPayload = z.input<typeof listPayload>;

/** The payloads of lists, in their order. Accesses, entry counts and users are loaded for all lists together. */
export async function listPayloads(db: Db, rows: ListRow[], viewerId: string): Promise<ListPayload[]> {
  const ids = rows.map(({ id }) => id);
  const [accesses, counts] = await Promise.all([
    db
      .selectFrom('talent_list_accesses')
      .selectAll()
      .where('list_id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .orderBy('user_id')
      .execute(),
    db
      .selectFrom('talent_list_entries')
      .select(['list_id', sql<number>`count(*)::int`.as('entries')])
      .where('list_id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .groupBy('list_id')
      .execute(),
  ]);
  const userIds = [...rows.map((row) => row.creator_id), ...accesses.map((access) => access.user_id)];
  const userOf = await loadUsers(db, { userIds, viewerId });
  const accessesOf = Map.groupBy(accesses, (access) => access.list_id);
  const countOf = new Map(counts.map((count) => [count.list_id, count.entries]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    accesses: (accessesOf.get(row.id) ?? []).map((access) => userOf(access.user_id)),
    creator: userOf(row.creator_id),
    created_at: row.created_at.toISOString(),
    entry_count: countOf.get(row.id) ?? 0,
  }));
}
