import { canonicalJson } from '../../tools/rules/json.ts';
import type { Page } from '../../connector/talent/talent-client.ts';
import type { GraphContext } from '../core/context.ts';
import { perKeyLoader, perOperation } from '../core/loader.ts';
import { endOf, startOf } from './tool-pages.ts';

export interface FetchedPage<Node> {
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
    perKeyLoader(({ query, page }: { query: Query; page: Page }) => fetchPage(query, page, context), canonicalJson),
  );
  return (context: GraphContext, query: Query): FetchPage<Node> =>
    (page) =>
      pages(context).load({ query, page });
}

export interface PageRange<Node> {
  /** The nodes with their indexes in the whole listing. */
  items: { index: number; node: Node }[];
  start: number;
  /** The index at which the next page starts; past the last node if the last page is not full. */
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

/** Joins two ranges; `first` must start first. Where they overlap, the nodes of `second` are used. */
export function concatRanges<Node>(first: PageRange<Node>, second: PageRange<Node>): PageRange<Node> {
  return {
    items: [...first.items.filter(({ index }) => index < second.start), ...second.items],
    start: first.start,
    end: second.end,
    total: second.total ?? first.total,
    hasMore: second.hasMore,
  };
}
