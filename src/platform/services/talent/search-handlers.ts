import { type Selectable, sql } from 'kysely';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Db } from '../../database/open-database.ts';
import { rowToPayload } from '../../database/record-columns.ts';
import type { TalentSearchTable } from '../../database/tables/talent-tables.ts';
import { searchFields, type searchTools } from '../../../tools/talent/search.ts';
import type { ToolHandlers } from '../../../tools/service.ts';
import { futureIssues } from '../../../tools/rules/date-bounds.ts';
import { runnableFilters } from '../../../tools/talent/search-filter.ts';
import { characterCount } from '../../../tools/talent/text-rules.ts';
import { maxSearchTitleLength } from '../../../tools/talent/vocabulary.ts';
import { notFound } from '../../../tools/errors/platform-error.ts';
import { newId } from '../new-id.ts';
import { runOnce, withDigestOf } from '../run-once.ts';
import { rejectIssues } from '../reject-issues.ts';
import { sharedSearches } from './shared-records.ts';
import { signalPage } from './signals/signal-page.ts';
import type { TalentParts } from './talent-parts.ts';
import { requireUsers, userPayload } from './users.ts';

export function searchHandlers({ db, now }: TalentParts): ToolHandlers<typeof searchTools> {
  const rejectFutureVisit = (visitedAt: number | undefined) =>
    rejectIssues(futureIssues({ visited_at: visitedAt === undefined ? undefined : new Date(visitedAt) }, now()));

  return {
    searches_list: async (_input, { userId }) => ({
      items: (await sharedSearches.list(db, userId)).map((row) => searchPayload(row, userId)),
    }),

    searches_get: ({ id }, { userId }) => loadPayload(db, id, userId),

    searches_create: async ({ title, emoji, filters, sharees, visited_at: visitedAt }, call) => {
      rejectFutureVisit(visitedAt);
      // Ignore the time of the visit, which is usually the time of the call and so differs when the call is repeated.
      const repeated = withDigestOf({ title, emoji, filters, sharees }, call);
      return runOnce({ db, now }, repeated, async (trx) => {
        const users = await requireUsers(trx, 'sharees', sharees);
        const row = {
          id: newId('sch'),
          title,
          emoji: emoji || null,
          filters,
          visited_at: new Date(visitedAt),
          creator_id: call.userId,
          created_at: now(),
        };
        return insertSearch(trx, row, users);
      });
    },

    searches_update: async ({ id, title, emoji, filters, sharees, visited_at: visitedAt }, { userId }) => {
      rejectFutureVisit(visitedAt);
      return inTransaction(db, async (trx) => {
        const row = await trx
          .updateTable('talent_searches')
          .set((eb) => ({
            title: title ?? eb.ref('title'),
            emoji: emoji === undefined ? eb.ref('emoji') : emoji || null,
            filters: filters ? JSON.stringify(filters) : sql<string>`filters`,
            visited_at: visitedAt === undefined ? eb.ref('visited_at') : new Date(visitedAt),
          }))
          .where('id', '=', id)
          .where(sharedSearches.visibleTo(userId))
          .returning(['id', 'creator_id'])
          .executeTakeFirst();
        if (!row) throw notFound('saved search', id);
        if (sharees) {
          const users = await requireUsers(trx, 'sharees', sharees);
          await sharedSearches.share(trx, [{ ...row, userIds: users }]);
        }
        return searchPayload(await sharedSearches.require(trx, id, undefined), userId);
      });
    },

    searches_duplicate: ({ id }, call) =>
      runOnce({ db, now }, call, async (trx) => {
        const { userId } = call;
        const { title, emoji, filters, visited_at, sharees } = await sharedSearches.require(trx, id, userId);
        const copy = { title: copyTitle(title), emoji, filters, visited_at };
        const row = { id: newId('sch'), ...copy, creator_id: userId, created_at: now() };
        const userIds = sharees.map((user) => user.id);
        return insertSearch(trx, row, userIds);
      }),

    searches_delete: ({ id }, { userId }) =>
      inTransaction(db, async (trx) => {
        await sharedSearches.delete(trx, id, userId);
        return { id };
      }),

    searches_signals_list: async ({ id, ...input }, { userId }) => {
      const { filters } = await sharedSearches.require(db, id, userId);
      return signalPage({ db, now }, { filters: runnableFilters(filters), page: input, viewerId: userId });
    },
  };
}

async function insertSearch(db: Db, row: Selectable<TalentSearchTable>, userIds: string[]) {
  await db
    .insertInto('talent_searches')
    .values({ ...row, filters: JSON.stringify(row.filters) })
    .execute();
  await sharedSearches.share(db, [{ ...row, userIds }]);
  return loadPayload(db, row.id, row.creator_id);
}

const loadPayload = async (db: Db, id: string, viewerId: string) =>
  searchPayload(await sharedSearches.require(db, id, viewerId), viewerId);

const searchPayload = (row: Awaited<ReturnType<typeof sharedSearches.require>>, viewerId: string) => ({
  ...rowToPayload(searchFields, row),
  filters: row.filters,
  sharees: row.sharees.map((user) => userPayload(user, viewerId)),
  visited_at: row.visited_at.getTime(),
  creator: userPayload(row.creator, viewerId),
  created_at: row.created_at.toISOString(),
});

const copySuffix = ' (copy)';
const graphemes = new Intl.Segmenter();

/** Adds the suffix of a copy to a title, and cuts whole graphemes to leave room for it. */
function copyTitle(title: string): string {
  let shortened = '';
  let room = maxSearchTitleLength - characterCount(copySuffix);
  for (const { segment } of graphemes.segment(title)) {
    room -= characterCount(segment);
    if (room < 0) break;
    shortened += segment;
  }
  return shortened.trimEnd() + copySuffix;
}
