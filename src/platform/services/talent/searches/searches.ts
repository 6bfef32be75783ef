import { inTransaction } from '../../../database/in-transaction.ts';
import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { searchTools } from '../../../../tools/talent/search.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { runnableFilters } from '../../../../tools/talent/search-filter.ts';
import { notFound } from '../../../../tools/platform-error.ts';
import { newId } from '../../new-id.ts';
import { pagingOf } from '../paging.ts';
import { requireOwnSearch, requireSearch, type SearchRow, searchVisibleTo } from './search-access.ts';
import { type SearchPayload, searchPayloads } from './search-payload.ts';
import { copyTitle } from './search-title.ts';
import { signalPage } from '../signals/signal-page.ts';
import type { TalentParts } from '../talent-parts.ts';
import { requireUsers } from '../users.ts';

export function searchHandlers({ db, now }: TalentParts): ToolHandlers<typeof searchTools> {
  return {
    searches_list: async (_input, { userId }) => {
      const rows = await db
        .selectFrom('talent_searches')
        .selectAll()
        .where(searchVisibleTo(userId))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { items: await searchPayloads(db, rows, userId) };
    },

    searches_get: async ({ id }, { userId }) => onePayload(db, await requireSearch(db, id, userId), userId),

    searches_create: async ({ title, emoji, filters, sharees, visited_at: visitedAt }, { userId }) => {
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
          .where(searchVisibleTo(userId))
          .returningAll()
          .executeTakeFirst();
        if (!row) throw notFound('saved search', id);
        if (sharees) {
          const users = await requireUsers(trx, 'sharees', sharees);
          await trx.deleteFrom('talent_search_sharees').where('search_id', '=', id).execute();
          await insertSharees(trx, row, users);
        }
        return onePayload(trx, row, userId);
      });
    },

    searches_duplicate: ({ id }, { userId }) =>
      inTransaction(db, async (trx) => {
        const original = await requireSearch(trx, id, userId);
        const sharees = await trx
          .selectFrom('talent_search_sharees')
          .select('user_id')
          .where('search_id', '=', id)
          .execute();
        const row = {
          ...original,
          id: newId('sch'),
          title: copyTitle(original.title),
          creator_id: userId,
          created_at: now(),
        };
        await insertSearch(
          trx,
          row,
          sharees.map((sharee) => sharee.user_id),
        );
        return onePayload(trx, row, userId);
      }),

    searches_delete: ({ id }, { userId }) =>
      inTransaction(db, async (trx) => {
        await requireOwnSearch(trx, id, userId);
        await trx.deleteFrom('talent_searches').where('id', '=', id).execute();
        return { id };
      }),

    searches_signals_list: async ({ id, ...input }, { userId }) => {
      const { filters } = await requireSearch(db, id, userId);
      return signalPage({ db, now }, { filters: runnableFilters(filters), paging: pagingOf(input), viewerId: userId });
    },
  };
}

async function insertSearch(db: Db, row: SearchRow, sharees: string[]): Promise<void> {
  await db
    .insertInto('talent_searches')
    .values({ ...row, filters: JSON.stringify(row.filters) })
    .execute();
  await insertSharees(db, row, sharees);
}

/** The creator needs no share. */
async function insertSharees(db: Db, { id, creator_id: creatorId }: SearchRow, userIds: string[]): Promise<void> {
  const rows = userIds.filter((userId) => userId !== creatorId).map((userId) => ({ search_id: id, user_id: userId }));
  if (rows.length) await db.insertInto('talent_search_sharees').values(rows).execute();
}

async function onePayload(db: Db, row: SearchRow, viewerId: string): Promise<SearchPayload> {
  const [payload] = await searchPayloads(db, [row], viewerId);
  if (!payload) throw notFound('saved search', row.id);
  return payload;
}
