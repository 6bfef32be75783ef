import type { GraphContext } from '../core/context.ts';
import { type ConnectionArguments, connectionPage, readFirst } from './connection.ts';
import { cursorCodec, type CursorScope, offsetPosition } from './cursor.ts';
import { coveringPages, type FetchPage, type FetchQueryPage, fetchRange, toolPageLoader } from './tool-pages.ts';

/** A listing whose items rarely change: a cursor is an offset, valid only for the same field and query. */
export function offsetListing<Query, Node>(field: string, fetchPage: FetchQueryPage<Query, Node>) {
  const pagesOf = toolPageLoader(fetchPage);
  return (context: GraphContext, query: Query, slice: ConnectionArguments) =>
    offsetConnection({ field, arguments: query }, slice, pagesOf(context, query));
}

/** Returns the nodes after a cursor. Costs one call if a single tool page contains these nodes, otherwise two. */
export async function offsetConnection<Node>(
  scope: CursorScope,
  { first, after }: ConnectionArguments,
  fetchPage: FetchPage<Node>,
) {
  const count = readFirst(first);
  const cursors = cursorCodec(scope, offsetPosition);
  const offset = cursors.decode(after) ?? 0;
  const { items, total, hasMore } = await fetchRange(fetchPage, coveringPages(offset, count));
  const following = items.filter(({ index }) => index >= offset);
  const shown = following.slice(0, count);
  return connectionPage({
    edges: shown.map(({ index, node }) => ({ cursor: cursors.encode(index + 1), node })),
    hasPreviousPage: offset > 0,
    hasNextPage: shown.length > 0 && (following.length > count || hasMore),
    totalCount: total,
  });
}
