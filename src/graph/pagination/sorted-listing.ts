import { z } from 'zod';
import type { Page } from '../../connector/talent/talent-client.ts';
import type { GraphContext } from '../core/context.ts';
import { continueBehind, type SortedListing } from './continuation.ts';
import { cursorsOf, type CursorScope, offsetPosition } from './cursor.ts';
import {
  type ConnectionArguments,
  connectionRecord,
  type ConnectionRecord,
  readCount,
  toolPages,
} from './pagination.ts';
import { type FetchedPage, fetchStretch } from './stretch.ts';

/** How many nodes the listing had up to the cursor's node, and the id and time of that node. */
const nodePosition = z.tuple([offsetPosition.min(1), z.string(), z.int().nullable()]);

/**
 * A listing that changes while it is read, as a connection: each page continues behind the last node of the one before,
 * also when nodes were removed or added in between.
 * @param field names the connection in its cursors, which hold for one query alone
 */
export function sortedListing<Query, Node>(
  field: string,
  {
    fetchPage,
    order,
    toolInput,
  }: {
    fetchPage: (query: Query, page: Page, context: GraphContext) => Promise<FetchedPage<Node>>;
    order: (query: Query) => Omit<SortedListing<Node>, 'fetchPage'>;
    /** What the tool is asked for a query: cursors hold for every query that asks for the same. */
    toolInput: (query: Query) => unknown;
  },
) {
  const pagesOf = toolPages(fetchPage);
  return (context: GraphContext, query: Query, slice: ConnectionArguments): Promise<ConnectionRecord<Node>> =>
    sortedConnection({ field, arguments: toolInput(query) }, slice, {
      fetchPage: pagesOf(context, query),
      ...order(query),
    });
}

/** A slice of a sorted listing. @throws InvalidInputError naming the argument at fault */
export async function sortedConnection<Node>(
  scope: CursorScope,
  { first, after }: ConnectionArguments,
  listing: SortedListing<Node>,
): Promise<ConnectionRecord<Node>> {
  const count = readCount(first);
  const cursors = cursorsOf(scope, nodePosition);
  const position = cursors.positionOf(after);
  const { stretch, place } = position
    ? await continueBehind({ offset: position[0], id: position[1], time: position[2] }, count, listing)
    : { stretch: await fetchStretch(listing.fetchPage, [{ page: 1, limit: count }]), place: 0 };
  const shown = stretch.items.slice(place, place + count);
  return connectionRecord({
    edges: shown.map(({ index, node }) => {
      const { id, time } = listing.keyOf(node);
      return { cursor: cursors.at([index + 1, id, time]), node };
    }),
    hasPreviousPage: stretch.start + place > 0,
    hasNextPage: shown.length > 0 && (stretch.items.length > place + count || stretch.hasMore),
    totalCount: stretch.total,
  });
}
