import { concatRanges, fetchRange, type FetchPage, type PageRange } from './page-range.ts';
import { coveringPages, coveringPagesWithPrevious, furthestPageAhead, furthestPageBack } from './tool-pages.ts';

/** The values by which a listing is sorted: the time; for equal times the id, in the same direction. */
export interface SortKey {
  id: string;
  /** Epoch milliseconds; null when the service reports none. */
  time: number | null;
}

/** The node that a cursor names, with the values that it had when the cursor was created. */
export interface Anchor extends SortKey {
  /** The number of nodes up to and including the anchor when the cursor was created. */
  offset: number;
}

/** A sorted listing of a tool that can fetch pages only by their number. */
export interface SortedSource<Node> {
  fetchPage: FetchPage<Node>;
  keyOf: (node: Node) => SortKey;
  direction: 'asc' | 'desc';
}

/**
 * Fetches `count` nodes after an anchor, even if nodes were added or removed since the cursor was created.
 *
 * First fetches the pages that contain the anchor and the next `count` nodes if the listing has not changed: if the
 * anchor was the 25th node and `count` is 25, page 1 with a limit of 50. If the anchor was removed or its time has
 * changed, returns the nodes after its former place in the sort order. To find this place, goes back at most one page,
 * and ahead past the nodes that were added before it.
 * @returns the fetched range, and the position in its `items` of the first node after the anchor
 */
export async function seekAfter<Node>(
  anchor: Anchor,
  count: number,
  source: SortedSource<Node>,
): Promise<{ range: PageRange<Node>; position: number }> {
  const { fetchPage } = source;
  let range = await fetchRange(fetchPage, coveringPagesWithPrevious(anchor.offset, count));
  if (range.start > 0 && lastUpTo(anchor, range, source) < 0) {
    // The listing may have become so short that it ends before this range: go back from its current end.
    const end = Math.min(range.start, range.total || range.start);
    range = concatRanges(await fetchRange(fetchPage, [furthestPageBack(end)]), range);
  }
  for (;;) {
    const position = positionAfter(anchor, range, source);
    const first = range.items[position];
    const missing = first ? first.index + count - range.end : count;
    if (missing <= 0 || !range.hasMore) return { range, position };
    const pages = first ? coveringPages(range.end, missing) : [furthestPageAhead(range.end)];
    range = concatRanges(range, await fetchRange(fetchPage, pages));
  }
}

function positionAfter<Node>(anchor: Anchor, range: PageRange<Node>, source: SortedSource<Node>): number {
  const last = lastUpTo(anchor, range, source);
  if (last >= 0 || anchor.time !== null) return last + 1;
  // Without a time, the anchor's place in the sort order is unknown. Assume that the anchor was removed and that the
  // node after it moved to its index.
  const position = range.items.findIndex(({ index }) => index >= anchor.offset - 1);
  return position < 0 ? range.items.length : position;
}

/**
 * Returns the position in `items` of the anchor; if the anchor is not there, that of the last node that sorts before
 * it, or -1 if there is none.
 */
function lastUpTo<Node>(anchor: Anchor, { items }: PageRange<Node>, { keyOf, direction }: SortedSource<Node>): number {
  const keys = items.map(({ node }) => keyOf(node));
  const { id, time } = anchor;
  const position = keys.findIndex((key) => key.id === id && key.time === time);
  if (position >= 0 || time === null) return position;

  const precedes = <Value extends string | number>(a: Value, b: Value) => (direction === 'asc' ? a < b : a > b);
  const ties = keys.filter((key) => key.time === time);
  // If the service does not sort nodes with equal times by id, treat all of them as after the anchor: returning a node
  // twice is better than skipping one.
  const areTiesSorted = ties.every((key, index) => index === 0 || precedes(ties[index - 1]?.id ?? key.id, key.id));
  return keys.findLastIndex((key) => {
    if (key.time === null) return false;
    return key.time === time ? areTiesSorted && precedes(key.id, id) : precedes(key.time, time);
  });
}
