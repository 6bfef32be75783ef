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

/** A page out of rows of which one more was asked for than it holds, and whether another page follows. */
export const cutPage = <Row>(rows: Row[], limit: number) => ({
  rows: rows.slice(0, limit),
  hasMore: rows.length > limit,
});
