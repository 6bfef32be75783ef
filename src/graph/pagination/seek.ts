import { fetchRange, type FetchPage, concatRanges, type PageRange } from './page-range.ts';
import { coveringPages, coveringPagesWithPrevious, furthestPageAhead, furthestPageBack } from './tool-pages.ts';

/** What a listing is sorted by: a time, then the id in the same direction. */
export interface SortKey {
  id: string;
  /** Epoch milliseconds; null when the service does not say. */
  time: number | null;
}

/** The node that a page continues behind, as it was when the cursor was made. */
export interface Anchor extends SortKey {
  /** How many nodes the listing had up to this one, itself included. */
  offset: number;
}

export interface SortedSource<Node> {
  fetchPage: FetchPage<Node>;
  keyOf: (node: Node) => SortKey;
  direction: 'asc' | 'desc';
}

export interface SeekResult<Node> {
  stretch: PageRange<Node>;
  /** The position in `stretch.items` of the first node behind the anchor. */
  place: number;
}

/**
 * Fetches `count` nodes behind an anchor, wherever it is by now. The pages that hold it and them if nothing has changed
 * come first. A node that is no longer there, or that now has another time, is replaced by its place in the order.
 * Looks back at most one page; looks ahead as far as nodes that came before the anchor have been added.
 */
export async function seekAfter<Node>(
  anchor: Anchor,
  count: number,
  listing: SortedSource<Node>,
): Promise<SeekResult<Node>> {
  const { fetchPage } = listing;
  let stretch = await fetchRange(fetchPage, coveringPagesWithPrevious(anchor.offset, count));
  if (stretch.start > 0 && lastUpTo(anchor, stretch, listing) < 0) {
    // In a listing that has become shorter than the cursor's offset, its last page is the one before.
    const end = Math.min(stretch.start, stretch.total || stretch.start);
    stretch = concatRanges(await fetchRange(fetchPage, [furthestPageBack(end)]), stretch);
  }
  for (;;) {
    const place = placeBehind(anchor, stretch, listing);
    const first = stretch.items[place];
    const missing = first ? first.index + count - stretch.end : count;
    if (missing <= 0 || !stretch.hasMore) return { stretch, place };
    const pages = first ? coveringPages(stretch.end, missing) : [furthestPageAhead(stretch.end)];
    stretch = concatRanges(stretch, await fetchRange(fetchPage, pages));
  }
}

function placeBehind<Node>(anchor: Anchor, stretch: PageRange<Node>, listing: SortedSource<Node>): number {
  const last = lastUpTo(anchor, stretch, listing);
  if (last >= 0 || anchor.time !== null) return last + 1;
  // Without a time only the offset is left; the node that has taken the anchor's place is a new one.
  const place = stretch.items.findIndex(({ index }) => index >= anchor.offset - 1);
  return place < 0 ? stretch.items.length : place;
}

/** The position of the anchor, or of the last node that sorts before it; -1 without either. */
function lastUpTo<Node>(anchor: Anchor, { items }: PageRange<Node>, { keyOf, direction }: SortedSource<Node>): number {
  const keys = items.map(({ node }) => keyOf(node));
  const position = keys.findIndex(({ id, time }) => id === anchor.id && time === anchor.time);
  if (position >= 0 || anchor.time === null) return position;

  const isInOrder = (a: SortKey, b: SortKey) => (direction === 'asc' ? a.id < b.id : a.id > b.id);
  const ties = keys.filter(({ time }) => time === anchor.time);
  // A service may sort equal times by something else. Showing a node again is better than leaving one out.
  const areTiesSorted = ties.every((key, tie) => tie === 0 || isInOrder(ties[tie - 1] ?? key, key));
  return keys.findLastIndex((key) => {
    if (key.time === null || anchor.time === null) return false;
    if (key.time === anchor.time) return areTiesSorted && isInOrder(key, anchor);
    return direction === 'asc' ? key.time < anchor.time : key.time > anchor.time;
  });
}
