import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';

/** Where counting stops unless a listing says otherwise, so that a total never costs a walk through a large table. */
const largestTotal = 10_000;

/** How many rows a query finds, exactly up to a bound; null when there are more. */
export async function boundedTotal<Table extends keyof Tables>(
  db: Db,
  matching: SelectQueryBuilder<Tables, Table, object>,
  largest = largestTotal,
): Promise<number | null> {
  const bounded = matching.select(sql`1`.as('one')).limit(largest + 1);
  const { total } = await db
    .selectFrom(bounded.as('bounded'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total > largest ? null : total;
}
