import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import { searchFields, type searchPayload } from '../../../../tools/talent/search.ts';
import { toPayload } from '../../../database/record-columns.ts';
import type { TalentSearchTable } from '../../../database/tables/talent-tables.ts';
import { sharedSearches } from '../shared-records.ts';
import { loadUsers } from '../users.ts';

export type SearchRow = Selectable<TalentSearchTable>;
export type SearchPayload = z.input<typeof searchPayload>;

/**
 * Returns the payloads of saved searches, in the order of `rows`. Runs two SQL statements: one for sharees, one for
 * users.
 */
export async function searchPayloads(db: Db, rows: SearchRow[], viewerId: string): Promise<SearchPayload[]> {
  const shareesOf = await sharedSearches.sharedWith(db, rows);
  const userIds = rows.flatMap(({ id, creator_id: creatorId }) => [creatorId, ...shareesOf(id)]);
  const userOf = await loadUsers(db, { userIds, viewerId });
  return rows.map((row) => ({
    ...toPayload(searchFields, row),
    filters: row.filters,
    sharees: shareesOf(row.id).map(userOf),
    visited_at: row.visited_at.getTime(),
    creator: userOf(row.creator_id),
    created_at: row.created_at.toISOString(),
  }));
}
