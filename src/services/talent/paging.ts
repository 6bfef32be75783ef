import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables.ts';
import { defaultPageSize } from '../../tools/talent/vocabulary.ts';

export interface Paging {
  page: number;
  limit: number;
  offset: number;
}

export function pagingOf({ limit, page }: { limit?: string | undefined; page?: string | undefined }): Paging {
  const size = Number(limit ?? defaultPageSize);
  const number = Number(page ?? 1);
  return { page: number, limit: size, offset: (number - 1) * size };
}

/** Counting stops here, so that a total never costs a walk through a large table. */
export const largestTotal = 10_000;

/** How many rows a query finds, exactly up to `largestTotal`; null when there are more. */
export async function boundedTotal<Table extends keyof Tables>(
  db: Db,
  matching: SelectQueryBuilder<Tables, Table, object>,
): Promise<number | null> {
  const bounded = matching.select(sql`1`.as('one')).limit(largestTotal + 1);
  const { total } = await db
    .selectFrom(bounded.as('bounded'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total > largestTotal ? null : total;
}
