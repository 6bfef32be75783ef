import { z } from 'zod';
import type { GraphContext } from '../core/context.ts';
import { type ConnectionArguments, connectionPage, type ConnectionPage, readFirst } from './connection.ts';
import { cursorCodec, type CursorScope, offsetPosition } from './cursor.ts';
import { type FetchQueryPage, fetchRange, toolPageLoader } from './page-range.ts';
import { seekAfter, type SortedSource } from './seek.ts';

/** The position of a node: the number of nodes up to and including it, its id, and its time. */
const nodePosition = z.tuple([offsetPosition.min(1), z.string(), z.int().nullable()]);

interface KeysetListingOptions<Query, Node> {
  fetchPage: FetchQueryPage<Query, Node>;
  order: (query: Query) => Omit<SortedSource<Node>, 'fetchPage'>;
  /** The tool's input for a query. A cursor is valid for every query with the same input. */
  toolInput: (query: Query) => unknown;
}

/**
 * A connection over a paged tool whose listing changes while it is read. Each cursor names its node, and the next page
 * continues after that node even if nodes were added or removed before it.
 * @param field names the connection in its cursors
 */
export function keysetListing<Query, Node>(
  field: string,
  { fetchPage, order, toolInput }: KeysetListingOptions<Query, Node>,
) {
  const pagesOf = toolPageLoader(fetchPage);
  return (context: GraphContext, query: Query, slice: ConnectionArguments): Promise<ConnectionPage<Node>> => {
    const source = { fetchPage: pagesOf(context, query), ...order(query) };
    return keysetConnection({ field, arguments: toolInput(query) }, slice, source);
  };
}

/** The page of a connection after the node that the cursor names. @throws InvalidInputError naming the argument */
export async function keysetConnection<Node>(
  scope: CursorScope,
  { first, after }: ConnectionArguments,
  source: SortedSource<Node>,
): Promise<ConnectionPage<Node>> {
  const count = readFirst(first);
  const cursors = cursorCodec(scope, nodePosition);
  const anchor = cursors.decode(after);
  const { range, position } = anchor
    ? await seekAfter({ offset: anchor[0], id: anchor[1], time: anchor[2] }, count, source)
    : { range: await fetchRange(source.fetchPage, [{ page: 1, limit: count }]), position: 0 };
  const shown = range.items.slice(position, position + count);
  return connectionPage({
    edges: shown.map(({ index, node }) => {
      const { id, time } = source.keyOf(node);
      return { cursor: cursors.encode([index + 1, id, time]), node };
    }),
    hasPreviousPage: range.start + position > 0,
    hasNextPage: shown.length > 0 && (range.items.length > position + count || range.hasMore),
    totalCount: range.total,
  });
}
