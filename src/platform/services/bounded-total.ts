import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';

/** Prevents reading all rows of a large result. */
const defaultMaxTotal = 10_000;

/** Null if there are more than `maxTotal` rows. */
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
