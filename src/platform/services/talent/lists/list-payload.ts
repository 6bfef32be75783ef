import type { z } from 'zod';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { listPayload } from '../../../../tools/talent/list.ts';
import type { TalentListTable } from '../../../database/tables/talent-tables.ts';
import { sharedLists } from '../shared-records.ts';
import { loadUsers } from '../users.ts';

export type ListRow = Selectable<TalentListTable>;
export type ListPayload = z.input<typeof listPayload>;

/**
 * Returns the payloads of lists, in the order of `rows`. Runs three SQL statements: for accesses, entry counts and
 * users.
 */
export async function listPayloads(db: Db, rows: ListRow[], viewerId: string): Promise<ListPayload[]> {
  const ids = rows.map(({ id }) => id);
  const [accessesOf, counts] = await Promise.all([
    sharedLists.sharedWith(db, rows),
    db
      .selectFrom('talent_list_entries')
      .select(['list_id', sql<number>`count(*)::int`.as('entries')])
      .where('list_id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .groupBy('list_id')
      .execute(),
  ]);
  const userIds = [...rows.map((row) => row.creator_id), ...ids.flatMap(accessesOf)];
  const userOf = await loadUsers(db, { userIds, viewerId });
  const countOf = new Map(counts.map((count) => [count.list_id, count.entries]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    accesses: accessesOf(row.id).map(userOf),
    creator: userOf(row.creator_id),
    created_at: row.created_at.toISOString(),
    entry_count: countOf.get(row.id) ?? 0,
  }));
}
