import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { TalentSearchTable } from '../../../database/tables/talent-tables.ts';
import { notFound, PlatformError } from '../../../../tools/platform-error.ts';

export type SearchRow = Selectable<TalentSearchTable>;

/** A condition on `talent_searches`: the user made the search or it is shared with them. */
export const searchVisibleTo = (userId: string): Expression<SqlBool> => sql`
  (talent_searches.creator_id = ${userId} or talent_searches.id in
    (select search_id from talent_search_sharees where user_id = ${userId}))`;

/** @throws PlatformError `NOT_FOUND`, the same for a search of others as for one that does not exist. */
export async function requireSearch(db: Db, id: string, userId: string): Promise<SearchRow> {
  const row = await db
    .selectFrom('talent_searches')
    .selectAll()
    .where('id', '=', id)
    .where(searchVisibleTo(userId))
    .executeTakeFirst();
  if (!row) throw notFound('saved search', id);
  return row;
}

/** @throws PlatformError `NOT_FOUND` or, for those it is shared with, `FORBIDDEN` */
export async function requireOwnSearch(db: Db, id: string, userId: string): Promise<void> {
  const { creator_id: creatorId } = await requireSearch(db, id, userId);
  if (creatorId === userId) return;
  throw new PlatformError({ code: 'FORBIDDEN', message: 'Only the creator of a saved search may delete it.' });
}
