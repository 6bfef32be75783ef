import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import type { ToolPayload } from '../../../../tools/tool.ts';
import type { SignalsFilter } from '../../../../tools/talent/signal-filter.ts';
import type { signalTools } from '../../../../tools/talent/signal.ts';
import { boundedTotal, planOf } from '../../bounded-total.ts';
import { cutPage, type Paging } from '../paging.ts';
import { reviewedBy } from './reviewer-filter.ts';
import { signalConditions } from './signal-filter.ts';
import { signalPayloads } from './signal-payload.ts';
import type { TalentParts } from '../talent-parts.ts';

/**
 * Maximum number of signals to count. Counting reads every matching row, and rows of signals are wide: beyond this
 * number, it would take longer than loading the page.
 */
const maxSignalTotal = 2_500;

/**
 * Signals are not counted if the planner expects more than this number. It is twice `maxSignalTotal`, because estimates
 * are inexact.
 */
const maxEstimatedTotal = 5_000;

/**
 * If more than `manySignals` are stored, signals are not counted if the planner expects a higher cost, in its own unit:
 * reading a page in sequence costs 1. Then few matches can take many times longer to count than the page takes to load,
 * because all signals that match one of the filters are read. Counting 2,500 signals with an index-only scan costs 150.
 */
const maxCountCost = 500;
const manySignals = 100_000;

type Matching = SelectQueryBuilder<Tables, 'talent_signals', object>;

/**
 * Returns one page of the signals that match all filters, newest first. Signals that the caller screened are left out
 * unless a filter has `screened_by`. Runs at most four SQL statements for any page size.
 */
export async function signalPage(
  { db, now }: TalentParts,
  { filters, paging, viewerId }: { filters: SignalsFilter[]; paging: Paging; viewerId: string },
): Promise<ToolPayload<typeof signalTools.signals_list>> {
  const view = { viewerId, now: now() };
  const conditions = filters.flatMap((filter) => signalConditions(filter, view));
  if (!filters.some((filter) => filter.screened_by?.length)) {
    conditions.push(...reviewedBy('talent_screenings', { actors: ['-me'], viewerId }));
  }
  const matching = db.selectFrom('talent_signals').where((eb) => eb.and(conditions));
  const found = await matching
    .selectAll()
    .select(allSignals)
    .orderBy('discovered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.limit + 1)
    .offset(paging.offset)
    .execute();
  const { page, limit } = paging;
  const { rows, hasMore } = cutPage(found, limit);
  const isWhole = page === 1 && !hasMore;
  const stored = rows[0]?.all_signals ?? 0;
  const [items, total] = await Promise.all([
    signalPayloads(db, rows, viewerId),
    isWhole ? rows.length : signalTotal(db, matching, stored),
  ]);
  return { items, page, limit, total, has_more: hasMore };
}

/** The number of all signals as the planner knows it; -1 if it does not yet know the table. */
const allSignals = sql<number>`(select reltuples from pg_class where oid = 'talent_signals'::regclass)`.as(
  'all_signals',
);

/**
 * Counts the matches unless there may be too many, or counting them may take too long. Only in a large table, the
 * planner is asked first.
 */
async function signalTotal(db: Db, matching: Matching, stored: number): Promise<number | null> {
  if (stored === -1 || stored > maxEstimatedTotal) {
    const { rows, cost } = await planOf(matching);
    if (rows > maxEstimatedTotal || (stored > manySignals && cost > maxCountCost)) return null;
  }
  return boundedTotal(db, matching, maxSignalTotal);
}
