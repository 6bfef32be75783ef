import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';

/** Maximum number of rows that are counted, so that not all rows of a large result are read. */
const defaultMaxTotal = 10_000;

/** Counts rows. Returns null if there are more than `maxTotal`. */
export async function boundedTotal<Table extends keyof Tables>(
  db: Db,
  matching: SelectQueryBuilder<Tables, Table, object>,
  maxTotal = defaultMaxTotal,
): Promise<number | null> {
  const bounded = matching.select(sql`1`.as('one')).limit(maxTotal + 1);
  const { total } = await db
    .selectFrom(bounded.as('bounded'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total > maxTotal ? null : total;
}
