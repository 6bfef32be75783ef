import { inTransaction } from '../../../database/in-transaction.ts';
import type { Transaction } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import { mergeReads } from '../../../database/pools/merge-reads.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import type { signalTools } from '../../../../tools/talent/signal.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { notFound } from '../../../../tools/errors/platform-error.ts';
import { loadSignals, type SignalRow, signalPayloads } from './signal-payload.ts';
import { signalPage } from './signal-page.ts';
import { storeScreenings, storeViews } from '../store/store-reviews.ts';
import type { TalentParts } from '../talent-parts.ts';

export function signalHandlers({ db, now }: TalentParts): ToolHandlers<typeof signalTools> {
  const change = (signalId: string, viewerId: string, work: (trx: Transaction<Tables>) => Promise<unknown>) =>
    inTransaction(db, async (trx) => {
      const row = await requireSignal(trx, signalId);
      await work(trx);
      const [payload] = await signalPayloads(trx, [row], viewerId);
      if (!payload) throw notFound('signal', signalId);
      return payload;
    });

  const signalOf = mergeReads(async (ids: string[], viewerId) => {
    const signals = await loadSignals(db, { ids, viewerId });
    return (id) => {
      const payload = signals.get(id);
      if (!payload) throw notFound('signal', id);
      return payload;
    };
  });

  return {
    signals_get: ({ id }, { userId }) => signalOf({ scope: userId, key: id }),

    signals_list: ({ limit, page, ...filter }, { userId }) =>
      signalPage({ db, now }, { filters: [filter], page: { limit, page }, viewerId: userId }),

    signals_list_by_linkedin_id: async ({ id }, { userId }) => {
      const signal = await requireSignal(db, id);
      // Without a LinkedIn id, other signals of the same person cannot be found.
      const rows = signal.linkedin_id === null ? [signal] : await samePerson(db, signal.linkedin_id);
      return { items: await signalPayloads(db, rows, userId) };
    },

    signal_mark_viewed: ({ signal_id: id }, { userId }) =>
      change(id, userId, (trx) => storeViews(trx, [{ signal_id: id, user: userId, viewed_at: now().getTime() }])),

    signal_screen: ({ signal_id: id }, { userId }) =>
      change(id, userId, (trx) =>
        storeScreenings(trx, [{ signal_id: id, user: userId, screened_at: now().getTime() }]),
      ),

    signal_unscreen: ({ signal_id: id }, { userId }) =>
      change(id, userId, (trx) =>
        trx.deleteFrom('talent_screenings').where('signal_id', '=', id).where('user_id', '=', userId).execute(),
      ),
  };
}

/** @throws PlatformError `NOT_FOUND` if the signal does not exist */
export async function requireSignal(db: Db, id: string): Promise<SignalRow> {
  const row = await db.selectFrom('talent_signals').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('signal', id);
  return row;
}

const samePerson = (db: Db, linkedinId: string): Promise<SignalRow[]> =>
  db
    .selectFrom('talent_signals')
    .selectAll()
    .where('linkedin_id', '=', linkedinId)
    .orderBy('discovered_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
