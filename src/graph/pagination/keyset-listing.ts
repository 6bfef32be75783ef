import { z } from 'zod';
import type { Page } from '../../connector/talent/talent-client.ts';
import type { GraphContext } from '../core/context.ts';
import { seekAfter, type SortedSource } from './seek.ts';
import { cursorCodec, type CursorScope, offsetPosition } from './cursor.ts';
import {
  type ConnectionArguments,
  connectionPage,
  type ConnectionPage,
  readFirst,
  toolPageLoader,
} from './offset-listing.ts';
import { type FetchedPage, fetchRange } from './page-range.ts';

/** How many nodes the listing had up to the cursor's node, and the id and time of that node. */
const nodePosition = z.tuple([offsetPosition.min(1), z.string(), z.int().nullable()]);

/**
 * A listing that changes while it is read, as a connection: each page continues behind the last node of the one before,
 * also when nodes were removed or added in between.
 * @param field names the connection in its cursors, which hold for one query alone
 */
export function keysetListing<Query, Node>(
  field: string,
  {
    fetchPage,
    order,
    toolInput,
  }: {
    fetchPage: (query: Query, page: Page, context: GraphContext) => Promise<FetchedPage<Node>>;
    order: (query: Query) => Omit<SortedSource<Node>, 'fetchPage'>;
    /** What the tool is asked for a query: cursors hold for every query that asks for the same. */
    toolInput: (query: Query) => unknown;
  },
) {
  const pagesOf = toolPageLoader(fetchPage);
  return (context: GraphContext, query: Query, slice: ConnectionArguments): Promise<ConnectionPage<Node>> =>
    keysetConnection({ field, arguments: toolInput(query) }, slice, {
      fetchPage: pagesOf(context, query),
      ...order(query),
    });
}

/** A slice of a sorted listing. @throws InvalidInputError naming the argument at fault */
export async function keysetConnection<Node>(
  scope: CursorScope,
  { first, after }: ConnectionArguments,
  listing: SortedSource<Node>,
): Promise<ConnectionPage<Node>> {
  const count = readFirst(first);
  const cursors = cursorCodec(scope, nodePosition);
  const position = cursors.decode(after);
  const { stretch, place } = position
    ? await seekAfter({ offset: position[0], id: position[1], time: position[2] }, count, listing)
    : { stretch: await fetchRange(listing.fetchPage, [{ page: 1, limit: count }]), place: 0 };
  const shown = stretch.items.slice(place, place + count);
  return connectionPage({
    edges: shown.map(({ index, node }) => {
      const { id, time } = listing.keyOf(node);
      return { cursor: cursors.encode([index + 1, id, time]), node };
    }),
    hasPreviousPage: stretch.start + place > 0,
    hasNextPage: shown.length > 0 && (stretch.items.length > place + count || stretch.hasMore),
    totalCount: stretch.total,
  });
}
