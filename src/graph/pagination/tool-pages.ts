import type { Page } from '../../connector/talent/talent-client.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';

/** The index of the first node of a page in the whole listing. */
export const startOf = ({ page, limit }: Page) => (page - 1) * limit;

/** The index after the last node of a full page. */
export const endOf = ({ page, limit }: Page) => page * limit;

/**
 * The smallest single page that contains `count` nodes from index `offset` on, otherwise two neighbouring pages.
 * `coveringPages(25, 10)` is page 3 with a limit of 12; `coveringPages(50, 100)` is pages 1 and 2 with 100.
 */
export function coveringPages(offset: number, count: number): Page[] {
  for (let limit = count; limit <= maxPageSize; limit += 1) {
    const page = Math.floor(offset / limit);
    if (page === Math.floor((offset + count - 1) / limit)) return [{ page: page + 1, limit }];
  }
  const limit = Math.min(count, maxPageSize);
  const page = Math.floor(offset / limit) + 1;
  return [
    { page, limit },
    { page: page + 1, limit },
  ];
}

/** Returns the one or two pages to fetch for `count` nodes from index `offset` on, and for the node before `offset`. */
export function coveringPagesWithPrevious(offset: number, count: number): Page[] {
  const pages = coveringPages(offset - 1, count + 1);
  if (pages.length === 1) return pages;
  const withoutPrevious = coveringPages(offset, count);
  // Fetch the previous node as a page of its own: one node is cheaper than a second full page.
  return withoutPrevious.length === 1 ? [{ page: offset, limit: 1 }, ...withoutPrevious] : pages;
}

const limits = Array.from({ length: maxPageSize }, (_, index) => index + 1);

/** Returns the page, of any allowed size, that contains the node before index `end` and starts as early as possible. */
export const furthestPageBack = (end: number): Page =>
  limits
    .map((limit) => ({ page: Math.ceil(end / limit), limit }))
    .reduce((best, page) => (startOf(page) < startOf(best) ? page : best));

/** Returns the page, of any allowed size, that contains the node at index `start` and ends as late as possible. */
export const furthestPageAhead = (start: number): Page =>
  limits
    .map((limit) => ({ page: Math.floor(start / limit) + 1, limit }))
    .reduce((best, page) => (endOf(page) > endOf(best) ? page : best));
