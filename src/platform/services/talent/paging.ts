import { defaultPageSize } from '../../../tools/talent/vocabulary.ts';

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

/** The query must fetch one row more than `limit`, which shows that there is a next page. */
export const cutPage = <Row>(rows: Row[], limit: number) => ({
  rows: rows.slice(0, limit),
  hasMore: rows.length > limit,
});
