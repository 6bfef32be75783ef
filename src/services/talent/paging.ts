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

/**
 * A page out of rows that were asked for with one more than it holds, and how many rows there are in all: as counted,
 * or as the last page tells where counting stopped early.
 */
export function cutPage<Row>(rows: Row[], { limit, offset }: Paging, counted: number | null) {
  const isLast = rows.length <= limit && (rows.length > 0 || offset === 0);
  return { rows: rows.slice(0, limit), total: counted ?? (isLast ? offset + rows.length : null) };
}
