import type { Page } from '../../connector/talent/talent-client.ts';
import { defaultPageSize, maxPageSize } from '../../tools/talent/vocabulary.ts';
import type { GraphContext } from '../core/context.ts';
import { canonicalJson } from '../../connector/canonical-json.ts';
import { cursorsOf, type CursorScope, offsetPosition } from './cursor.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { eachLoader, perOperation } from '../core/loader.ts';
import { type FetchedPage, type FetchPage, fetchStretch } from './stretch.ts';
import { coveringPages } from './tool-pages.ts';

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

/** `first` as a count. @throws InvalidInputError naming it */
export function readCount(first: number | null | undefined, { byDefault = defaultPageSize, most = maxPageSize } = {}) {
  const count = first ?? byDefault;
  if (count >= 1 && count <= most) return count;
  throw new InvalidInputError([{ path: ['first'], message: `must be from 1 to ${most}; it is ${count}` }]);
}

/**
 * The pages of a tool. A page that an operation asks for twice, under two aliases or for two parents, is one call.
 */
export function toolPages<Query, Node>(
  fetchPage: (query: Query, page: Page, context: GraphContext) => Promise<FetchedPage<Node>>,
) {
  const pages = perOperation((context) =>
    eachLoader(({ query, page }: { query: Query; page: Page }) => fetchPage(query, page, context), canonicalJson),
  );
  return (context: GraphContext, query: Query): FetchPage<Node> =>
    (page) =>
      pages(context).load({ query, page });
}

/**
 * A listing whose tool knows only pages and that hardly changes, as a connection; its cursors are offsets.
 * @param field names the connection in its cursors, which hold for one query alone
 */
export function pagedListing<Query, Node>(
  field: string,
  fetchPage: (query: Query, page: Page, context: GraphContext) => Promise<FetchedPage<Node>>,
) {
  const pagesOf = toolPages(fetchPage);
  return (context: GraphContext, query: Query, slice: ConnectionArguments): Promise<ConnectionRecord<Node>> =>
    pagedConnection({ field, arguments: query }, slice, pagesOf(context, query));
}

/**
 * A slice of a listing by offset: the pages that cover it, one call where one page can. `hasNextPage` is what the tool
 * says, otherwise follows the total, otherwise a full page.
 */
export async function pagedConnection<Node>(
  scope: CursorScope,
  { first, after }: ConnectionArguments,
  fetchPage: FetchPage<Node>,
): Promise<ConnectionRecord<Node>> {
  const count = readCount(first);
  const cursors = cursorsOf(scope, offsetPosition);
  const offset = cursors.positionOf(after) ?? 0;
  const { items, total, hasMore } = await fetchStretch(fetchPage, coveringPages(offset, count));
  const following = items.filter(({ index }) => index >= offset);
  const shown = following.slice(0, count);
  return connectionRecord({
    edges: shown.map(({ index, node }) => ({ cursor: cursors.at(index + 1), node })),
    hasPreviousPage: offset > 0,
    hasNextPage: shown.length > 0 && (following.length > count || hasMore),
    totalCount: total,
  });
}

/** A slice of a connection: its edges and what surrounds them. */
export function connectionRecord<Node>({
  edges,
  totalCount,
  ...pageInfo
}: {
  edges: ConnectionRecord<Node>['edges'];
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  totalCount: number | null;
}): ConnectionRecord<Node> {
  const startCursor = edges[0]?.cursor ?? null;
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { ...pageInfo, startCursor, endCursor }, totalCount };
}
