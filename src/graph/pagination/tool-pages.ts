import type { Page } from '../../connector/talent/talent-client.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';

/**
 * The pages that cover `count` nodes from `offset` on: one page of the smallest size, from `count` to the largest a tool
 * takes, at which one page covers them all; two neighbouring pages where there is none.
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

/**
 * The pages that cover `count` nodes from `offset` on and the node before them: one where one page can cover all of it,
 * otherwise two.
 */
export function coveringPagesWithPrevious(offset: number, count: number): Page[] {
  const all = coveringPages(offset - 1, count + 1);
  if (all.length === 1) return all;
  const nodes = coveringPages(offset, count);
  // A page of one node is cheaper than a second full page.
  return nodes.length === 1 ? [{ page: offset, limit: 1 }, ...nodes] : all;
}

/** The page that reaches furthest back from the node at `end - 1`, without a gap before `end`. */
export const furthestPageBack = (end: number) => bestPage((limit) => Math.ceil(end / limit), startOf);

/** The page that reaches furthest ahead from the node at `start`. */
export const furthestPageAhead = (start: number) =>
  bestPage(
    (limit) => Math.floor(start / limit) + 1,
    (page) => -endOf(page),
  );

/** The index of the first node of a page. */
export const startOf = ({ page, limit }: Page) => (page - 1) * limit;

/** The index after the last node of a page that is full. */
export const endOf = ({ page, limit }: Page) => page * limit;

function bestPage(pageFor: (limit: number) => number, rank: (page: Page) => number): Page {
  let best: Page | undefined;
  for (let limit = 1; limit <= maxPageSize; limit += 1) {
    const page = { page: pageFor(limit), limit };
    if (!best || rank(page) < rank(best)) best = page;
  }
  return best ?? { page: 1, limit: maxPageSize };
}
