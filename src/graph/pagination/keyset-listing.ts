import { z } from 'zod';
import type { GraphContext } from '../core/context.ts';
import { type ConnectionArguments, connectionPage, readFirst } from './connection.ts';
import { cursorCodec, type CursorScope, offsetPosition } from './cursor.ts';
import {
  concatRanges,
  coveringPages,
  coveringPagesWithPrevious,
  type FetchPage,
  type FetchQueryPage,
  fetchFromStart,
  fetchRange,
  furthestPageAhead,
  furthestPageBack,
  type PageRange,
  toolPageLoader,
} from './tool-pages.ts';

/** Content of a cursor: the position of its node in the listing, counted from 1; and the id and time of the node. */
const nodePosition = z.tuple([offsetPosition.min(1), z.string(), z.int().nullable()]);

interface KeysetListingOptions<Query, Node> {
  fetchPage: FetchQueryPage<Query, Node>;
  order: (query: Query) => Omit<SortedSource<Node>, 'fetchPage'>;
  /** Converts a query to the tool's input. A cursor is valid for every query that yields the same input. */
  toolInput: (query: Query) => unknown;
}

/**
 * Pages through a listing that can change between pages: a page starts after the cursor's node, even if nodes were
 * added or removed before that node. The cursors are valid only for `field`.
 */
export function keysetListing<Query, Node>(
  field: string,
  { fetchPage, order, toolInput }: KeysetListingOptions<Query, Node>,
) {
  const pagesOf = toolPageLoader(fetchPage);
  return (context: GraphContext, query: Query, slice: ConnectionArguments) => {
    const source = { fetchPage: pagesOf(context, query), ...order(query) };
    return keysetConnection({ field, arguments: toolInput(query) }, slice, source);
  };
}

/** @throws InvalidInputError when `first` or `after` is invalid */
export async function keysetConnection<Node>(
  scope: CursorScope,
  { first, after }: ConnectionArguments,
  source: SortedSource<Node>,
) {
  const count = readFirst(first);
  const cursors = cursorCodec(scope, nodePosition);
  const decoded = cursors.decode(after);
  const { range, position } = decoded
    ? await seekAfter({ offset: decoded[0], id: decoded[1], time: decoded[2] }, count, source)
    : { range: await fetchRange(source.fetchPage, [{ page: 1, limit: count }]), position: 0 };
  const shown = range.items.slice(position, position + count);
  return {
    ...connectionPage({
      edges: shown.map(({ index, node }) => {
        const { id, time } = source.keyOf(node);
        return { cursor: cursors.encode([index + 1, id, time]), node };
      }),
      hasPreviousPage: range.start + position > 0,
      hasNextPage: shown.length > 0 && (range.items.length > position + count || range.hasMore),
      totalCount: range.total,
    }),
    readAll: (maxPages: number) => readAll(range, { maxPages, source }),
  };
}

/** All nodes of a listing, each once; only the first nodes if the listing has more pages than allowed. */
export interface WholeListing<Node> {
  nodes: readonly Node[];
  /** Whether more nodes follow. */
  hasMore: boolean;
}

async function readAll<Node>(
  range: PageRange<Node>,
  { maxPages, source: { fetchPage, keyOf } }: { maxPages: number; source: SortedSource<Node> },
): Promise<WholeListing<Node>> {
  const { items, hasMore } = await fetchFromStart(fetchPage, { range, maxPages });
  // A node appears on two pages if nodes were added between the two calls.
  const distinct = new Map(items.map(({ node }) => [keyOf(node).id, node]));
  return { nodes: [...distinct.values()], hasMore };
}

/** The values by which a listing is sorted: the time; for equal times the id, in the same direction. */
interface SortKey {
  id: string;
  /** Epoch milliseconds; null when the service reports none. */
  time: number | null;
}

/** The node that a cursor names, with the values that it had when the cursor was created. */
interface CursorNode extends SortKey {
  /** The number of nodes up to and including this node. */
  offset: number;
}

interface SortedSource<Node> {
  fetchPage: FetchPage<Node>;
  keyOf: (node: Node) => SortKey;
  direction: 'asc' | 'desc';
}

/**
 * First fetches the pages that, in an unchanged listing, contain the cursor's node and the next `count` nodes:
 * page 1 with a limit of 50 for 25 nodes after the 25th. If that node was removed or its time has changed, searches for
 * the node's former place in the sort order: at most one page back, and ahead past nodes that were added.
 * @returns the fetched range, and the position in its `items` of the first node after the cursor
 */
async function seekAfter<Node>(
  cursor: CursorNode,
  count: number,
  source: SortedSource<Node>,
): Promise<{ range: PageRange<Node>; position: number }> {
  const { fetchPage } = source;
  let range = await fetchRange(fetchPage, coveringPagesWithPrevious(cursor.offset, count));
  if (range.start > 0 && indexUpTo(cursor, nodesOf(range), source) < 0) {
    // The listing may now end before this range: search back from its current end, if that is known and not 0.
    const end = Math.min(range.start, range.total || range.start);
    range = concatRanges(await fetchRange(fetchPage, [furthestPageBack(end)]), range);
  }
  for (;;) {
    const position = positionAfter(cursor, range, source);
    const first = range.items[position];
    const missing = first ? first.index + count - range.end : count;
    if (missing <= 0 || !range.hasMore) return { range, position };
    const pages = first ? coveringPages(range.end, missing) : [furthestPageAhead(range.end)];
    range = concatRanges(range, await fetchRange(fetchPage, pages));
  }
}

function positionAfter<Node>(cursor: CursorNode, range: PageRange<Node>, source: SortedSource<Node>): number {
  const last = indexUpTo(cursor, nodesOf(range), source);
  if (last >= 0 || cursor.time !== null) return last + 1;
  // Without a time, assume that the node was removed, and that the next node moved to its index.
  const position = range.items.findIndex(({ index }) => index >= cursor.offset - 1);
  return position < 0 ? range.items.length : position;
}

const nodesOf = <Node>({ items }: PageRange<Node>) => items.map(({ node }) => node);

/** Returns the position of the cursor's node in `nodes`, or else of the last node that sorts before it, or -1. */
export function indexUpTo<Node>(
  cursor: SortKey,
  nodes: readonly Node[],
  { keyOf, direction }: Omit<SortedSource<Node>, 'fetchPage'>,
): number {
  const keys = nodes.map(keyOf);
  const { id, time } = cursor;
  const position = keys.findIndex((key) => key.id === id && key.time === time);
  if (position >= 0 || time === null) return position;

  const precedes = <Value extends string | number>(a: Value, b: Value) => (direction === 'asc' ? a < b : a > b);
  const ties = keys.filter((key) => key.time === time);
  // If the service does not sort nodes with equal times by id, return all of these nodes again rather than miss some.
  const areTiesSorted = ties.every((key, index) => index === 0 || precedes(ties[index - 1]?.id ?? key.id, key.id));
  return keys.findLastIndex((key) => {
    if (key.time === null) return false;
    return key.time === time ? areTiesSorted && precedes(key.id, id) : precedes(key.time, time);
  });
}
