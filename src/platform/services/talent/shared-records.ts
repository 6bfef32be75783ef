import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { notFound, PlatformError } from '../../../tools/errors/platform-error.ts';

export const sharedLists = sharedRecords({
  table: 'talent_lists',
  shares: 'talent_list_accesses',
  recordId: 'list_id',
  noun: 'list',
});

export const sharedSearches = sharedRecords({
  table: 'talent_searches',
  shares: 'talent_search_sharees',
  recordId: 'search_id',
  noun: 'saved search',
});

function sharedRecords<Name extends 'talent_lists' | 'talent_searches'>(names: {
  table: Name;
  shares: string;
  recordId: string;
  noun: string;
}) {
  type Row = Selectable<Tables[Name]> & { creator_id: string };
  const { noun } = names;
  const [table, shares, recordId] = [sql.table(names.table), sql.table(names.shares), sql.id(names.recordId)];

  const visibleTo = (userId: string): Expression<SqlBool> => sql`
    (${table}.creator_id = ${userId} or ${table}.id in (select ${recordId} from ${shares} where user_id = ${userId}))`;

  /** @throws PlatformError `NOT_FOUND` with the same message for missing and invisible records */
  async function require(db: Db, id: string, userId: string): Promise<Row> {
    const found = sql<Row>`select * from ${table} where id = ${id} and ${visibleTo(userId)}`;
    const [row] = (await found.execute(db)).rows;
    if (!row) throw notFound(noun, id);
    return row;
  }

  return {
    visibleTo,
    require,
    /** Newest first. */
    async list(db: Db, userId: string): Promise<Row[]> {
      const all = sql<Row>`select * from ${table} where ${visibleTo(userId)} order by created_at desc, id desc`;
      return (await all.execute(db)).rows;
    },
    /** @throws PlatformError `NOT_FOUND` like `require`, or `FORBIDDEN` if another user created the record */
    async delete(db: Db, id: string, userId: string): Promise<void> {
      const { creator_id: creatorId } = await require(db, id, userId);
      if (creatorId !== userId) {
        throw new PlatformError({ code: 'FORBIDDEN', message: `Only the creator of a ${noun} may delete it.` });
      }
      const { rows } = await sql`delete from ${table} where id = ${id} returning id`.execute(db);
      // A concurrent call deleted the record after `require`.
      if (rows.length === 0) throw notFound(noun, id);
    },
    /** Runs one SQL statement. Users are in ascending order. */
    async sharedWith(db: Db, rows: readonly { id: string }[]): Promise<(id: string) => string[]> {
      const found = sql<{ id: string; userId: string }>`
        select ${recordId} as id, user_id as "userId" from ${shares}
        where ${recordId} = any(${rows.map(({ id }) => id)}) order by user_id`;
      const byId = Map.groupBy((await found.execute(db)).rows, ({ id }) => id);
      return (id) => (byId.get(id) ?? []).map(({ userId }) => userId);
    },
    /** Skips creators, who always have access. */
    async share(
      db: Db,
      records: readonly { id: string; creator_id: string; userIds: readonly string[] }[],
    ): Promise<void> {
      await sql`delete from ${shares} where ${recordId} = any(${records.map(({ id }) => id)})`.execute(db);
      const rows = records.flatMap(({ id, creator_id: creatorId, userIds }) =>
        userIds.filter((userId) => userId !== creatorId).map((userId) => ({ id, userId })),
      );
      if (rows.length === 0) return;
      // Primary key order keeps concurrent writers from deadlocking.
      await sql`
        insert into ${shares} (${recordId}, user_id)
        select distinct id, user_id
        from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ userId }) => userId)}::text[]) as share (id, user_id)
        order by id, user_id`.execute(db);
    },
  };
}
