import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../database/tables/tables.ts';

const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** The planner's estimate; does not run the query. */
export async function estimatedRows<Table extends keyof Tables>(
  matching: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const [row] = planSchema.parse(await matching.select(sql`1`.as('one')).explain('json'));
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}
