import type { Page } from '../../connector/talent/talent-client.ts';
import { defaultPageSize, maxPageSize } from '../../tools/talent/vocabulary.ts';
import type { GraphContext } from '../core/context.ts';
import { canonicalJson } from '../../connector/canonical-json.ts';
import { cursorCodec, type CursorScope, offsetPosition } from './cursor.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { perKeyLoader, perOperation } from '../core/loader.ts';
import { type FetchedPage, type FetchPage, fetchRange } from './page-range.ts';
import { coveringPages } from './tool-pages.ts';

export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** What a connection field resolves to. */
export interface ConnectionPage<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount: number | null;
}

/** `first` as a count. @throws InvalidInputError naming it */
export function readFirst(first: number | null | undefined, { byDefault = defaultPageSize, most = maxPageSize } = {}) {
  const count = first ?? byDefault;
  if (count >= 1 && count <= most) return count;
  throw new InvalidInputError([{ path: ['first'], message: `must be from 1 to ${most}; it is ${count}` }]);
}

/**
 * The pages of a tool. A page that an operation asks for twice, under two aliases or for two parents, is one call.
 */
export function toolPageLoader<Query, Node>(
  fetchPage: (query: Query, page: Page, context: GraphContext) => Promise<FetchedPage<Node>>,
) {
  const pages = perOperation((context) =>
    perKeyLoader(({ query, page }: { query: Query; page: Page }) => fetchPage(query, page, context), canonicalJson),
  );
  return (context: GraphContext, query: Query): FetchPage<Node> =>
    (page) =>
      pages(context).load({ query, page });
}

/**
 * A listing whose tool knows only pages and that hardly changes, as a connection; its cursors are offsets.
 * @param field names the connection in its cursors, which hold for one query alone
 */
export function offsetListing<Query, Node>(
  field: string,
  fetchPage: (query: Query, page: Page, context: GraphContext) => Promise<FetchedPage<Node>>,
) {
  const pagesOf = toolPageLoader(fetchPage);
  return (context: GraphContext, query: Query, slice: ConnectionArguments): Promise<ConnectionPage<Node>> =>
    offsetConnection({ field, arguments: query }, slice, pagesOf(context, query));
}

/**
 * A slice of a listing by offset: the pages that cover it, one call where one page can. `hasNextPage` is what the tool
 * says, otherwise follows the total, otherwise a full page.
 */
export async function offsetConnection<Node>(
  scope: CursorScope,
  { first, after }: ConnectionArguments,
  fetchPage: FetchPage<Node>,
): Promise<ConnectionPage<Node>> {
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

/** A slice of a connection: its edges and what surrounds them. */
export function connectionPage<Node>({
  edges,
  totalCount,
  ...pageInfo
}: {
  edges: ConnectionPage<Node>['edges'];
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  totalCount: number | null;
}): ConnectionPage<Node> {
  const startCursor = edges[0]?.cursor ?? null;
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { ...pageInfo, startCursor, endCursor }, totalCount };
}
