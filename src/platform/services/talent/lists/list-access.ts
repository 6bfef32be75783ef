import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { TalentListTable } from '../../../database/tables/talent-tables.ts';
import { notFound, PlatformError } from '../../../../tools/platform-error.ts';

export type ListRow = Selectable<TalentListTable>;

/** A condition on `talent_lists`: the user made the list or has access to it. */
export const listVisibleTo = (userId: string): Expression<SqlBool> => sql`
  (talent_lists.creator_id = ${userId} or talent_lists.id in
    (select list_id from talent_list_accesses where user_id = ${userId}))`;

/** @throws PlatformError `NOT_FOUND`, the same for a list of others as for one that does not exist. */
export async function requireList(db: Db, id: string, userId: string): Promise<ListRow> {
  const row = await db
    .selectFrom('talent_lists')
    .selectAll()
    .where('id', '=', id)
    .where(listVisibleTo(userId))
    .executeTakeFirst();
  if (!row) throw notFound('list', id);
  return row;
}

/** @throws PlatformError `NOT_FOUND` or, for those who only have access, `FORBIDDEN` */
export async function requireOwnList(db: Db, id: string, userId: string): Promise<void> {
  const { creator_id: creatorId } = await requireList(db, id, userId);
  if (creatorId === userId) return;
  throw new PlatformError({ code: 'FORBIDDEN', message: 'Only the creator of a list may delete it.' });
}
