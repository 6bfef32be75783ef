import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../database/tables/tables.ts';

export interface QueryEstimate {
  /** Number of rows that the planner expects the query to find. */
  rows: number;
  /** Cost of finding them, in the planner's unit: reading one page sequentially costs 1. */
  cost: number;
}

const planSchema = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) })]),
  }),
]);

/** Plans a query without running it. */
export async function estimateQuery<Table extends keyof Tables>(
  matching: SelectQueryBuilder<Tables, Table, object>,
): Promise<QueryEstimate> {
  const [row] = planSchema.parse(await matching.select(sql`1`.as('one')).explain('json'));
  const { 'Plan Rows': rows, 'Total Cost': cost } = row['QUERY PLAN'][0].Plan;
  return { rows, cost };
}
