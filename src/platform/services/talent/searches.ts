import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Db } from '../../database/open-database.ts';
import { toPayload } from '../../database/record-columns.ts';
import type { TalentSearchTable } from '../../database/tables/talent-tables.ts';
import { searchFields, type searchPayload, type searchTools } from '../../../tools/talent/search.ts';
import type { ToolHandlers } from '../../../tools/service.ts';
import { futureIssues } from '../../../tools/rules/date-bounds.ts';
import { runnableFilters } from '../../../tools/talent/search-filter.ts';
import { characterCount } from '../../../tools/talent/text-rules.ts';
import { maxSearchTitleLength } from '../../../tools/talent/vocabulary.ts';
import { notFound } from '../../../tools/errors/platform-error.ts';
import { newId } from '../new-id.ts';
import { rejectIssues } from '../reject-issues.ts';
import { pagingOf } from './paging.ts';
import { sharedSearches } from './shared-records.ts';
import { signalPage } from './signals/signal-page.ts';
import type { TalentParts } from './talent-parts.ts';
import { loadUsers, requireUsers } from './users.ts';

type SearchRow = Selectable<TalentSearchTable>;
type SearchPayload = z.input<typeof searchPayload>;

export function searchHandlers({ db, now }: TalentParts): ToolHandlers<typeof searchTools> {
  const rejectFutureVisit = (visitedAt: number | undefined) =>
    rejectIssues(futureIssues({ visited_at: visitedAt === undefined ? undefined : new Date(visitedAt) }, now()));

  return {
    searches_list: async (_input, { userId }) => ({
      items: await searchPayloads(db, await sharedSearches.list(db, userId), userId),
    }),

    searches_get: async ({ id }, { userId }) => onePayload(db, await sharedSearches.require(db, id, userId), userId),

    searches_create: async ({ title, emoji, filters, sharees, visited_at: visitedAt }, { userId }) => {
      rejectFutureVisit(visitedAt);
      return inTransaction(db, async (trx) => {
        const users = await requireUsers(trx, 'sharees', sharees);
        const row = {
          id: newId('sch'),
          title,
          emoji: emoji || null,
          filters,
          visited_at: new Date(visitedAt),
          creator_id: userId,
          created_at: now(),
        };
        await insertSearch(trx, row, users);
        return onePayload(trx, row, userId);
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
          .returningAll()
          .executeTakeFirst();
        if (!row) throw notFound('saved search', id);
        if (sharees) {
          const users = await requireUsers(trx, 'sharees', sharees);
          await sharedSearches.share(trx, [{ ...row, userIds: users }]);
        }
        return onePayload(trx, row, userId);
      });
    },

    searches_duplicate: ({ id }, { userId }) =>
      inTransaction(db, async (trx) => {
        const original = await sharedSearches.require(trx, id, userId);
        const shareesOf = await sharedSearches.sharedWith(trx, [original]);
        const row = {
          ...original,
          id: newId('sch'),
          title: copyTitle(original.title),
          creator_id: userId,
          created_at: now(),
        };
        await insertSearch(trx, row, shareesOf(id));
        return onePayload(trx, row, userId);
      }),

    searches_delete: ({ id }, { userId }) =>
      inTransaction(db, async (trx) => {
        await sharedSearches.delete(trx, id, userId);
        return { id };
      }),

    searches_signals_list: async ({ id, ...input }, { userId }) => {
      const { filters } = await sharedSearches.require(db, id, userId);
      return signalPage({ db, now }, { filters: runnableFilters(filters), paging: pagingOf(input), viewerId: userId });
    },
  };
}

async function insertSearch(db: Db, row: SearchRow, userIds: string[]): Promise<void> {
  await db
    .insertInto('talent_searches')
    .values({ ...row, filters: JSON.stringify(row.filters) })
    .execute();
  await sharedSearches.share(db, [{ ...row, userIds }]);
}

/** In the order of `rows`. */
async function searchPayloads(db: Db, rows: SearchRow[], viewerId: string): Promise<SearchPayload[]> {
  const shareesOf = await sharedSearches.sharedWith(db, rows);
  const userIds = rows.flatMap(({ id, creator_id: creatorId }) => [creatorId, ...shareesOf(id)]);
  const userOf = await loadUsers(db, { userIds, viewerId });
  return rows.map((row) => ({
    ...toPayload(searchFields, row),
    filters: row.filters,
    sharees: shareesOf(row.id).map(userOf),
    visited_at: row.visited_at.getTime(),
    creator: userOf(row.creator_id),
    created_at: row.created_at.toISOString(),
  }));
}

async function onePayload(db: Db, row: SearchRow, viewerId: string): Promise<SearchPayload> {
  const [payload] = await searchPayloads(db, [row], viewerId);
  if (!payload) throw notFound('saved search', row.id);
  return payload;
}

const copySuffix = ' (copy)';
const graphemes = new Intl.Segmenter();

/** Cuts whole graphemes, to leave room for the suffix. */
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
