import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';

/** Default maximum of rows to count, so that counting never reads all rows of a large result. */
const defaultMaxTotal = 10_000;

/** Returns the number of rows that a query finds, or null if there are more than `maxTotal`. */
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

const plan = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** Returns how many rows the planner expects a query to find. Plans the query without running it. */
export async function estimatedTotal<Table extends keyof Tables>(
  matching: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const [row] = plan.parse(await matching.select(sql`1`.as('one')).explain('json'));
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}
