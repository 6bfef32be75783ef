import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { TalentUserTable } from '../../database/tables/talent-tables.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { notFound, PlatformError } from '../../../tools/errors/platform-error.ts';

export const sharedLists = sharedRecords<'talent_lists', { entry_count: number }>({
  table: 'talent_lists',
  shares: 'talent_list_accesses',
  recordId: 'list_id',
  noun: 'list',
  extra: sql`(select count(*)::int from talent_list_entries where list_id = talent_lists.id) as entry_count`,
});

export const sharedSearches = sharedRecords<'talent_searches'>({
  table: 'talent_searches',
  shares: 'talent_search_sharees',
  recordId: 'search_id',
  noun: 'saved search',
});

/** Queries for records that their creator can share with other users. */
function sharedRecords<Name extends 'talent_lists' | 'talent_searches', Extra = unknown>(names: {
  table: Name;
  shares: string;
  recordId: string;
  noun: string;
  extra?: RawBuilder<unknown>;
}) {
  type Row = Selectable<Tables[Name]> & Extra & { creator: TalentUserTable; sharees: TalentUserTable[] };
  const { noun, extra = sql`null as extra` } = names;
  const [table, shares, recordId] = [sql.table(names.table), sql.table(names.shares), sql.id(names.recordId)];

  const visibleTo = (userId: string): Expression<SqlBool> => sql`
    (${table}.creator_id = ${userId} or ${table}.id in (select ${recordId} from ${shares} where user_id = ${userId}))`;

  /** Loads records, newest first, with their sharees in ascending order of ids. Runs one SQL statement. */
  async function load(db: Db, condition: Expression<SqlBool>): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select ${table}.*, ${extra}, to_jsonb(creator) as creator, to_jsonb(array(
        select sharee from ${shares} as share join talent_users as sharee on sharee.id = share.user_id
        where share.${recordId} = ${table}.id order by sharee.id
      )) as sharees
      from ${table} join talent_users as creator on creator.id = ${table}.creator_id
      where ${condition}
      order by ${table}.created_at desc, ${table}.id desc`.execute(db);
    return rows;
  }

  /**
   * @param userId user who must have access to the record; undefined after a change that can end the caller's own
   * access
   * @throws PlatformError `NOT_FOUND` with the same message for missing and invisible records
   */
  async function require(db: Db, id: string, userId: string | undefined): Promise<Row> {
    const access = userId === undefined ? sql`true` : visibleTo(userId);
    const [row] = await load(db, sql`${table}.id = ${id} and ${access}`);
    if (!row) throw notFound(noun, id);
    return row;
  }

  return {
    visibleTo,
    require,
    list: (db: Db, userId: string) => load(db, visibleTo(userId)),
    /** @throws PlatformError `NOT_FOUND` like `require`, or `FORBIDDEN` if another user created the record */
    async delete(db: Db, id: string, userId: string): Promise<void> {
      const { creator } = await require(db, id, userId);
      if (creator.id !== userId) {
        throw new PlatformError({ code: 'FORBIDDEN', message: `Only the creator of a ${noun} may delete it.` });
      }
      const { rows } = await sql`delete from ${table} where id = ${id} returning id`.execute(db);
      // A concurrent call deleted the record after `require`.
      if (rows.length === 0) throw notFound(noun, id);
    },
    /** Replaces the users who have access to records. Skips creators, who always have access. */
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
