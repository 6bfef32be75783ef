import type { Page } from '../connector/talent/talent-client.ts';
import { defaultPageSize, maxPageSize } from '../tools/talent/vocabulary.ts';
import type { GraphContext } from './context.ts';
import { canonicalText, cursorsOf, type CursorScope, offsetPosition } from './cursor.ts';
import { InvalidInputError } from './errors.ts';
import { eachLoader, perOperation } from './loader.ts';

export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** What a connection field resolves to. */
export interface ConnectionRecord<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount: number | null;
}

interface FetchedPage<Node> {
  items: Node[];
  total: number | null;
}

/** `first` and `after` as an offset and a count. @throws InvalidInputError naming the argument */
export function readSlice(scope: CursorScope, { first, after }: ConnectionArguments) {
  const count = readCount(first);
  const cursors = cursorsOf(scope, offsetPosition);
  return { cursors, offset: cursors.positionOf(after) ?? 0, count };
}

/** `first` as a count. @throws InvalidInputError naming it */
export function readCount(first: number | null | undefined, { byDefault = defaultPageSize, most = maxPageSize } = {}) {
  const count = first ?? byDefault;
  if (count >= 1 && count <= most) return count;
  throw new InvalidInputError([{ path: ['first'], message: `must be from 1 to ${most}; it is ${count}` }]);
}

/**
 * A listing whose tool knows only pages, as a connection. A page that an operation asks for twice, under two aliases or
 * for two parents, is one call.
 * @param field names the connection in its cursors, which hold for one query alone
 */
export function pagedListing<Query, Node>(
  field: string,
  fetchPage: (query: Query, page: Page, context: GraphContext) => Promise<FetchedPage<Node>>,
) {
  const pages = perOperation((context) =>
    eachLoader(({ query, page }: { query: Query; page: Page }) => fetchPage(query, page, context), canonicalText),
  );
  return (context: GraphContext, query: Query, slice: ConnectionArguments): Promise<ConnectionRecord<Node>> =>
    pagedConnection({ field, arguments: query }, slice, (page) => pages(context).load({ query, page }));
}

/**
 * A slice of a listing whose tool knows only pages: the pages that cover it, one call where one page can.
 * `hasNextPage` follows the total, or a full page when the tool gives none.
 */
export async function pagedConnection<Node>(
  scope: CursorScope,
  args: ConnectionArguments,
  fetchPage: (page: Page) => Promise<FetchedPage<Node>>,
): Promise<ConnectionRecord<Node>> {
  const { cursors, offset, count } = readSlice(scope, args);
  const { limit, pages } = coveringPages(offset, count);
  const fetched = await Promise.all(pages.map((page) => fetchPage({ page, limit })));
  const skipped = offset - ((pages[0] ?? 1) - 1) * limit;
  const items = fetched.flatMap((page) => page.items);
  const nodes = items.slice(skipped, skipped + count);
  // A service that stops counting early still tells the total on the last page.
  const total = fetched.at(-1)?.total ?? fetched[0]?.total ?? null;
  const more = items.length > skipped + count || (fetched.at(-1)?.items.length ?? 0) >= limit;
  const end = offset + nodes.length;
  return connectionRecord({
    nodes,
    cursorAt: (index) => cursors.at(offset + index + 1),
    hasPreviousPage: offset > 0,
    hasNextPage: nodes.length > 0 && (total === null ? more : end < total),
    totalCount: total,
  });
}

export function connectionRecord<Node>(slice: {
  nodes: Node[];
  /** The cursor after the node at an index of this slice. */
  cursorAt: (index: number) => string;
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  totalCount: number | null;
}): ConnectionRecord<Node> {
  const edges = slice.nodes.map((node, index) => ({ cursor: slice.cursorAt(index), node }));
  const { hasNextPage, hasPreviousPage, totalCount } = slice;
  const startCursor = edges[0]?.cursor ?? null;
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { hasNextPage, hasPreviousPage, startCursor, endCursor }, totalCount };
}

/**
 * The smallest page size, from `count` to the most a tool takes, at which one page covers the slice; two neighbouring
 * pages of `count` where there is none.
 */
export function coveringPages(offset: number, count: number): { limit: number; pages: number[] } {
  for (let limit = count; limit <= maxPageSize; limit += 1) {
    const page = Math.floor(offset / limit);
    if (page === Math.floor((offset + count - 1) / limit)) return { limit, pages: [page + 1] };
  }
  const page = Math.floor(offset / count) + 1;
  return { limit: count, pages: [page, page + 1] };
}
