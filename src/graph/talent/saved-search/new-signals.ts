import { z } from 'zod';
import type { SavedSearchRecord } from '../../../tools/talent/search.ts';
import type { SignalRecord } from '../../../tools/talent/signal.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { checkInput } from '../../core/input.ts';
import { type ConnectionArguments, connectionPage, pageArguments, readFirst } from '../../pagination/connection.ts';
import { cursorCodec } from '../../pagination/cursor.ts';
import { indexUpTo } from '../../pagination/keyset-listing.ts';
import { type FetchPage, fetchRange, toolPageLoader } from '../../pagination/tool-pages.ts';
import { newestFirst, SignalConnection } from '../signal/signal.ts';
import { fetchMatches, SavedSearch } from './saved-search.ts';
import { visitTimeRule } from './saved-search-input.ts';

/** Maximum number of tool pages to read for one page of new signals. */
const maxPages = 5;

/** If `seenIds` is set, signals count as new from this long before `since`, to include signals ingested late. */
const overlapMs = 86_400_000;

const maxSeenIds = maxPages * maxPageSize;
const seenIdsRule = z.array(z.string()).max(maxSeenIds, `must contain at most ${maxSeenIds} ids`).nullish();

/** A cursor: the time after which signals are new, the tool page to read first, and the node's id and time. */
const newSignalPosition = z.tuple([z.int().nullable(), z.int().min(1).max(9_999_999), z.string(), z.int().nullable()]);

const matchPages = toolPageLoader(fetchMatches);

builder.objectField(SavedSearch, 'newSignals', (t) =>
  t.field({
    type: SignalConnection,
    extensions: toolCalls({ page: 'searches_signals_list', pageCalls: () => maxPages, hasReadAll: true }),
    description: `Signals of \`signals\` that were discovered after \`since\`, newest first. The cursors keep the \`since\` of their first page, so a visit that is marked in the meantime does not empty the next page. Costs one \`searches_signals_list\` call per ${maxPageSize} new signals, 1 to ${maxPages} calls; beyond ${maxPages * maxPageSize} new signals, \`totalCount\` is null. With \`seenIds\`, also returns signals that were ingested after \`since\` with an earlier \`discoveredAt\`.`,
    args: {
      since: t.arg({
        type: 'DateTime',
        description:
          'Time after which a signal counts as new, exclusive. Must not be in the future. Defaults to `visitedAt`, which is shared by all users of the saved search: an app that remembers the visits of each user should set `since`. If neither `since` nor `visitedAt` is set, all signals are new.',
      }),
      seenIds: t.arg({
        type: ['ID'],
        description: `IDs of the signals of this search that the user has seen and that were discovered in the 24 hours before \`since\`, at most ${maxSeenIds}; an empty list if there are none. All other signals that were discovered in these hours are then new as well, so that signals that were ingested late are not missed. Pass the same IDs for all pages.`,
      }),
      ...pageArguments(t.arg),
    },
    resolve: (search, { since, seenIds, ...slice }, context) => newSignals(context, { search, since, seenIds }, slice),
  }),
);

interface NewSignalsQuery {
  search: Pick<SavedSearchRecord, 'id' | 'visitedAt'>;
  since: Date | null | undefined;
  seenIds: readonly string[] | null | undefined;
}

async function newSignals(
  context: GraphContext,
  { search: { id, visitedAt }, since, seenIds }: NewSignalsQuery,
  { first, after }: ConnectionArguments,
) {
  const count = readFirst(first);
  checkInput(visitTimeRule(context.now()).nullish(), since, ['since']);
  checkInput(seenIdsRule, seenIds, ['seenIds']);
  const seen = seenIds && new Set(seenIds);
  const cursors = cursorCodec(
    {
      field: 'newSignals',
      arguments: { id, since: since?.getTime() ?? null, ...(seen && { seenIds: [...seen].toSorted() }) },
    },
    newSignalPosition,
  );
  const decoded = cursors.decode(after);
  const cursor = decoded && { since: decoded[0], page: decoded[1], id: decoded[2], time: decoded[3] };
  const visitMs = (since ?? visitedAt)?.getTime() ?? null;
  const firstPageSince = visitMs !== null && seen ? visitMs - overlapMs : visitMs;
  const sinceMs = cursor ? cursor.since : firstPageSince;
  const fetchPage = matchPages(context, { id });
  const start = cursor ? await startPage(cursor, fetchPage) : 1;
  const { found, isWhole, hasMore } = await readNewSignals(fetchPage, { since: sinceMs, start });
  const unseen = seen ? found.filter(({ node }) => !seen.has(node.id)) : found;

  const nodes = unseen.map(({ node }) => node);
  const position = cursor ? indexUpTo(cursor, nodes, newestFirst()) + 1 : 0;
  const shown = unseen.slice(position, position + count);
  return {
    ...connectionPage({
      edges: shown.map(({ node, page }) => {
        // If the node is on the last page that was read, the next request continues there; otherwise it reads the same
        // pages again.
        const readFrom = hasMore && page === start + maxPages - 1 ? page : start;
        return { cursor: cursors.encode([sinceMs, readFrom, node.id, timeOf(node)]), node };
      }),
      hasPreviousPage: start > 1 || position > 0,
      hasNextPage: shown.length > 0 && (nodes.length > position + count || hasMore),
      totalCount: isWhole ? nodes.length : null,
    }),
    readAll: async () => ({ nodes, hasMore: !isWhole }),
  };
}

/** Returns the cursor's page, or an earlier page if nodes were removed and the cursor's node has moved there. */
async function startPage(
  cursor: { page: number; id: string; time: number | null },
  fetchPage: FetchPage<SignalRecord>,
): Promise<number> {
  const { page } = cursor;
  if (page === 1) return page;
  const { items } = await fetchRange(fetchPage, [{ page, limit: maxPageSize }]);
  const nodes = items.map(({ node }) => node);
  return indexUpTo(cursor, nodes, newestFirst()) < 0 ? Math.max(1, page - maxPages + 1) : page;
}

interface Found {
  node: SignalRecord;
  /** The page of the tool on which the signal was found. */
  page: number;
}

/**
 * Reads at most `maxPages` pages. Stops after a page with a signal that is not new, but only if the signals are sorted
 * newest first, as the contract says: a third-party platform may return another order.
 */
async function readNewSignals(
  fetchPage: FetchPage<SignalRecord>,
  { since, start }: { since: number | null; start: number },
) {
  const isNew = ({ node }: Found) => since === null || (timeOf(node) ?? -Infinity) > since;
  const isOlder = ({ node }: Found) => since !== null && (timeOf(node) ?? Infinity) <= since;
  const read: Found[] = [];
  let isEnd = false;
  let isOrdered = true;
  for (let page = start; page < start + maxPages && !isEnd; page += 1) {
    const { items, hasMore } = await fetchRange(fetchPage, [{ page, limit: maxPageSize }]);
    read.push(...items.map(({ node }) => ({ node, page })));
    isOrdered = isNewestFirst(read);
    isEnd = !hasMore || (isOrdered && read.some(isOlder));
  }
  // A signal appears on two pages if signals were added between the two calls.
  const distinct = new Map(read.filter(isNew).map((each) => [each.node.id, each]));
  return {
    found: [...distinct.values()].toSorted((a, b) => (timeOf(b.node) ?? 0) - (timeOf(a.node) ?? 0)),
    /** Whether all new signals of the search were read. */
    isWhole: isEnd && start === 1,
    /** Whether the next pages of the tool can contain more new signals, in the same order. */
    hasMore: !isEnd && isOrdered,
  };
}

const timeOf = ({ discoveredAt }: SignalRecord) => discoveredAt?.getTime() ?? null;

function isNewestFirst(read: readonly Found[]): boolean {
  const times = read.map(({ node }) => timeOf(node)).filter((time) => time !== null);
  return times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
}
