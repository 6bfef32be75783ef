import type { Page } from '../../connector/talent/talent-client.ts';
import { endOf, startOf } from './tool-pages.ts';

/** A page as a tool answers it. */
export interface FetchedPage<Node> {
  /** What cannot be read is undefined in its place, so that cursors count it. */
  items: (Node | undefined)[];
  /** How many there are over all pages; null when the tool does not say. */
  total: number | null;
  /** Whether another page follows; null when the tool does not say. */
  hasMore?: boolean | null;
}

export type FetchPage<Node> = (page: Page) => Promise<FetchedPage<Node>>;

/** Neighbouring pages of a listing as one piece. */
export interface PageRange<Node> {
  /** The nodes with their indexes in the listing. */
  items: { index: number; node: Node }[];
  start: number;
  /** The index after the last node that the pages have room for. */
  end: number;
  total: number | null;
  /** Whether the listing goes on after `end`; an empty page ends it. */
  hasMore: boolean;
}

/** Fetches neighbouring pages, in order, with calls that start together. */
export async function fetchRange<Node>(fetchPage: FetchPage<Node>, pages: Page[]): Promise<PageRange<Node>> {
  const stretches = await Promise.all(pages.map(async (page) => stretchOf(page, await fetchPage(page))));
  return stretches.reduce(concatRanges);
}

function stretchOf<Node>(page: Page, { items, total, hasMore }: FetchedPage<Node>): PageRange<Node> {
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

/** Two stretches in order; where they overlap, the later one holds. */
export function concatRanges<Node>(earlier: PageRange<Node>, later: PageRange<Node>): PageRange<Node> {
  return {
    items: [...earlier.items.filter(({ index }) => index < later.start), ...later.items],
    start: earlier.start,
    end: later.end,
    total: later.total ?? earlier.total,
    hasMore: later.hasMore,
  };
}
