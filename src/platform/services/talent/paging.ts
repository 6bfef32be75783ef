import type { SelectQueryBuilder } from 'kysely';
import { defaultPageSize } from '../../../tools/talent/vocabulary.ts';
import type { Tables } from '../../database/tables/tables.ts';

export interface PageInput {
  limit?: string | undefined;
  page?: string | undefined;
}

export const pagingOf = ({ limit, page }: PageInput) => ({
  page: Number(page ?? 1),
  limit: Number(limit ?? defaultPageSize),
});

/** Reads a page. Fetches one more row than the page has, to learn whether a next page exists. */
export async function readPage<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  input: PageInput,
) {
  const { page, limit } = pagingOf(input);
  const rows = await query
    .limit(limit + 1)
    .offset((page - 1) * limit)
    .execute();
  return { rows: rows.slice(0, limit), page, limit, has_more: rows.length > limit };
}
