import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import type { ToolPayload } from '../../../../tools/tool.ts';
import type { SignalsFilter } from '../../../../tools/talent/signal-filter.ts';
import type { signalTools } from '../../../../tools/talent/signal.ts';
import { boundedTotal } from '../../bounded-total.ts';
import { type PageInput, readPage } from '../paging.ts';
import { reviewedBy } from './reviewer-filter.ts';
import { signalConditions } from './signal-filter.ts';
import { signalPayloads } from './signal-payload.ts';
import type { TalentParts } from '../talent-parts.ts';

/** Rows are wide: beyond this number, counting takes longer than loading the page. */
const maxSignalTotal = 2_500;

/** Twice `maxSignalTotal`, because the planner's estimates are inexact. */
const maxEstimatedTotal = 5_000;

/** Number of stored signals above which only `maxLargeTableTotal` signals are counted. */
const largeTableSignals = 100_000;

/**
 * For a large table, the planner's estimates are not exact enough to decide whether to count: finding the few matches
 * of several filters can require reading all matches of one of them.
 */
const maxLargeTableTotal = 1_000;

type Matching = SelectQueryBuilder<Tables, 'talent_signals', object>;

/** Newest first, at most four SQL statements. Without `screened_by`, leaves out signals that the caller screened. */
export async function signalPage(
  { db, now }: TalentParts,
  { filters, page, viewerId }: { filters: SignalsFilter[]; page: PageInput; viewerId: string },
): Promise<ToolPayload<typeof signalTools.signals_list>> {
  const view = { viewerId, now: now() };
  const conditions = filters.flatMap((filter) => signalConditions(filter, view));
  if (!filters.some((filter) => filter.screened_by?.length)) {
    conditions.push(...reviewedBy('talent_screenings', { actors: ['-me'], viewerId }));
  }
  const matching = db.selectFrom('talent_signals').where((eb) => eb.and(conditions));
  const newest = matching
    .selectAll()
    .select(estimatedSignalCount)
    .orderBy('discovered_at', 'desc')
    .orderBy('id', 'desc');
  const { rows, ...position } = await readPage(newest, page);
  const isWhole = position.page === 1 && !position.has_more;
  const estimatedCount = rows[0]?.estimated_signal_count ?? 0;
  const signals = rows.map(({ estimated_signal_count: _estimate, ...signal }) => signal);
  const [items, total] = await Promise.all([
    signalPayloads(db, signals, viewerId),
    isWhole ? rows.length : signalTotal(db, matching, estimatedCount),
  ]);
  return { items, ...position, total };
}

/** -1 before the table is first analyzed. */
const estimatedSignalCount = sql<number>`(select reltuples from pg_class where oid = 'talent_signals'::regclass)`.as(
  'estimated_signal_count',
);

/** Null if there are or may be too many matches. */
async function signalTotal(db: Db, matching: Matching, estimatedCount: number): Promise<number | null> {
  if (estimatedCount > largeTableSignals) return boundedTotal(db, matching, maxLargeTableTotal);
  const mayBeTooMany = estimatedCount === -1 || estimatedCount > maxEstimatedTotal;
  if (mayBeTooMany && (await estimatedRows(matching)) > maxEstimatedTotal) return null;
  return boundedTotal(db, matching, maxSignalTotal);
}

const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** The planner's estimate; does not run the query. */
async function estimatedRows(matching: Matching): Promise<number> {
  const [row] = planSchema.parse(await matching.select(sql`1`.as('one')).explain('json'));
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}
