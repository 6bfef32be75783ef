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
  z.object({
    'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) })]),
  }),
]);

export interface EstimatedPlan {
  /** How many rows the planner expects the query to find. */
  rows: number;
  /** Cost of finding them, in the planner's unit: reading a page in sequence costs 1. */
  cost: number;
}

/** Plans a query without running it. */
export async function planOf<Table extends keyof Tables>(
  matching: SelectQueryBuilder<Tables, Table, object>,
): Promise<EstimatedPlan> {
  const [row] = plan.parse(await matching.select(sql`1`.as('one')).explain('json'));
  const { 'Plan Rows': rows, 'Total Cost': cost } = row['QUERY PLAN'][0].Plan;
  return { rows, cost };
}
