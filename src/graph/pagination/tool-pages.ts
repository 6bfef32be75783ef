import type { Page } from '../../connector/talent/talent-client.ts';
import { canonicalJson } from '../../tools/rules/json.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import type { GraphContext } from '../core/context.ts';
import { perKeyLoader, perOperation } from '../core/loader.ts';

/** The index of the first node of a page in the whole listing. */
export const startOf = ({ page, limit }: Page) => (page - 1) * limit;

/** The index after the last node of a full page. */
export const endOf = ({ page, limit }: Page) => page * limit;

/**
 * Returns the smallest single page that contains `count` nodes from index `offset` on, or else two neighbouring pages.
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

interface FetchedPage<Node> {
  /** An unreadable item is `undefined` rather than left out, so that later items keep their indexes. */
  items: (Node | undefined)[];
  /** The number of nodes on all pages; null if unknown. */
  total: number | null;
  hasMore?: boolean | null;
}

export type FetchPage<Node> = (page: Page) => Promise<FetchedPage<Node>>;

export type FetchQueryPage<Query, Node> = (
  query: Query,
  page: Page,
  context: GraphContext,
) => Promise<FetchedPage<Node>>;

/** Loads the pages of a tool. Within an operation, each page costs one call under any number of aliases and parents. */
export function toolPageLoader<Query, Node>(fetchPage: FetchQueryPage<Query, Node>) {
  const pages = perOperation((context) =>
    perKeyLoader(
      context,
      ({ query, page }: { query: Query; page: Page }) => fetchPage(query, page, context),
      canonicalJson,
    ),
  );
  return (context: GraphContext, query: Query): FetchPage<Node> =>
    (page) =>
      pages(context).load({ query, page });
}

export interface PageRange<Node> {
  /** The nodes with their indexes in the whole listing. */
  items: { index: number; node: Node }[];
  start: number;
  /** The index at which the next page starts; greater than the number of nodes if the last page is partly filled. */
  end: number;
  total: number | null;
  /** Whether nodes follow from `end` on. False after an empty page, even if the tool reports more nodes. */
  hasMore: boolean;
}

/** Fetches neighbouring pages concurrently and joins them; `pages` must be in order. */
export async function fetchRange<Node>(fetchPage: FetchPage<Node>, pages: Page[]): Promise<PageRange<Node>> {
  const ranges = await Promise.all(pages.map(async (page) => rangeOf(page, await fetchPage(page))));
  return ranges.reduce(concatRanges);
}

/**
 * Returns all nodes, or those on the first `maxPages` full pages. Costs no call if `range` has all of them. Without a
 * total, each round doubles the number of fetched pages.
 */
export async function fetchFromStart<Node>(
  fetchPage: FetchPage<Node>,
  { range, maxPages }: { range: PageRange<Node>; maxPages: number },
): Promise<PageRange<Node>> {
  if (range.start === 0 && !range.hasMore) return range;
  const fetchPages = (pagesBefore: number, count: number) =>
    fetchRange(
      fetchPage,
      Array.from({ length: count }, (_, index) => ({ page: pagesBefore + index + 1, limit: maxPageSize })),
    );
  const expected = Math.ceil((range.total ?? 0) / maxPageSize);
  let pageCount = Math.min(Math.max(expected, 1), maxPages);
  let all = await fetchPages(0, pageCount);
  while (all.hasMore && pageCount < maxPages) {
    const count = Math.min(pageCount, maxPages - pageCount);
    all = concatRanges(all, await fetchPages(pageCount, count));
    pageCount += count;
  }
  return all;
}

function rangeOf<Node>(page: Page, { items, total, hasMore }: FetchedPage<Node>): PageRange<Node> {
  const start = startOf(page);
  const end = endOf(page);
  return {
    items: items.flatMap((node, position) => (node === undefined ? [] : [{ index: start + position, node }])),
    start,
    end,
    total,
    hasMore: items.length > 0 && (hasMore ?? (total === null ? items.length >= page.limit : end < total)),
  };
}

/** Joins two ranges; `first` must start before `second`. Where they overlap, the nodes of `second` are used. */
export function concatRanges<Node>(first: PageRange<Node>, second: PageRange<Node>): PageRange<Node> {
  return {
    items: [...first.items.filter(({ index }) => index < second.start), ...second.items],
    start: first.start,
    end: second.end,
    total: second.total ?? first.total,
    hasMore: second.hasMore,
  };
}
