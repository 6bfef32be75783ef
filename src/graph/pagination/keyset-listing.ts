import { z } from 'zod';
import type { GraphContext } from '../core/context.ts';
import { type ConnectionArguments, connectionPage, type ConnectionPage, readFirst } from './connection.ts';
import { cursorCodec, type CursorScope, offsetPosition } from './cursor.ts';
import { type FetchQueryPage, fetchRange, toolPageLoader } from './page-range.ts';
import { seekAfter, type SortedSource } from './seek.ts';

/** The content of a cursor: the number of nodes up to and including its node, the id of the node, and its time. */
const nodePosition = z.tuple([offsetPosition.min(1), z.string(), z.int().nullable()]);

interface KeysetListingOptions<Query, Node> {
  fetchPage: FetchQueryPage<Query, Node>;
  order: (query: Query) => Omit<SortedSource<Node>, 'fetchPage'>;
  /** Converts a query to the tool's input. A cursor is valid for every query that yields the same input. */
  toolInput: (query: Query) => unknown;
}

/**
 * Creates the resolver of a connection over a paged tool whose listing changes while clients page through it. A cursor
 * names a node, and the next page starts after this node even if nodes were added or removed before it.
 * @param field the name of the connection field, for which its cursors are valid
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

/**
 * Returns the page of a connection after the node that the cursor `after` names; the first page without a cursor.
 * @throws InvalidInputError when `first` or `after` is invalid
 */
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
