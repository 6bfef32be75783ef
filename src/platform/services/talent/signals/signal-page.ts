import type { ToolPayload } from '../../../../tools/tool.ts';
import type { SignalsFilter } from '../../../../tools/talent/signal-filter.ts';
import type { signalTools } from '../../../../tools/talent/signal.ts';
import { boundedTotal } from '../../bounded-total.ts';
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
 * Returns one page of the signals that match all filters, newest first. Signals that the caller screened are left out
 * unless a filter has `screened_by`. Runs three SQL statements for any page size.
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
  const [found, total] = await Promise.all([
    matching
      .selectAll()
      .orderBy('discovered_at', 'desc')
      .orderBy('id', 'desc')
      .limit(paging.limit + 1)
      .offset(paging.offset)
      .execute(),
    boundedTotal(db, matching, maxSignalTotal),
  ]);
  const { page, limit } = paging;
  const { rows, hasMore } = cutPage(found, limit);
  return { items: await signalPayloads(db, rows, viewerId), page, limit, total, has_more: hasMore };
}
