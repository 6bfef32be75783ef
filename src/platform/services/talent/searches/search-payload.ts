import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { searchPayload } from '../../../../tools/talent/search.ts';
import type { SearchRow } from './search-access.ts';
import { loadUsers } from '../users.ts';

export type SearchPayload = z.input<typeof searchPayload>;

/** The payloads of saved searches, in their order. Sharees and users are loaded for all searches together. */
export async function searchPayloads(db: Db, rows: SearchRow[], viewerId: string): Promise<SearchPayload[]> {
  const sharees = await db
    .selectFrom('talent_search_sharees')
    .selectAll()
    .where('search_id', '=', (eb) => eb.fn.any(eb.val(rows.map(({ id }) => id))))
    .orderBy('user_id')
    .execute();
  const userIds = [...rows.map((row) => row.creator_id), ...sharees.map((sharee) => sharee.user_id)];
  const userOf = await loadUsers(db, { userIds, viewerId });
  const shareesOf = Map.groupBy(sharees, (sharee) => sharee.search_id);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    filters: row.filters,
    sharees: (shareesOf.get(row.id) ?? []).map((sharee) => userOf(sharee.user_id)),
    visited_at: row.visited_at.getTime(),
    creator: userOf(row.creator_id),
    created_at: row.created_at.toISOString(),
  }));
}
