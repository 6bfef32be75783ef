import type { ClosedPeriod } from '../../../../connector/conversation/conversation-client.ts';
import type { ActivityRecord } from '../../../../tools/conversation/activity.ts';
import type { GraphContext } from '../../../core/context.ts';
import { isWithin, nextSecond, startOfSecond } from '../period.ts';
import { type ActivityScan, listActivities, type TimedActivity, timeField } from './activity-scan.ts';

/** Maximum number of activities that the graph compares with a filter to fill a page. */
export const maxScanned = 5000;

/** Where a page begins: after the activity with this time and id. The span and total are those of the first page. */
export interface Position {
  span: ClosedPeriod;
  total: number | null;
  /** Epoch milliseconds. */
  time: number;
  id: string;
}

interface ListedPeriod extends Pick<ActivityScan, 'by' | 'status'> {
  span: ClosedPeriod;
}

interface PageScan extends ListedPeriod {
  position: Position | undefined;
  count: number;
  conditions: readonly ((activity: ActivityRecord) => boolean)[];
}

/** Reads activities until it finds one match more than the page holds, or has read `maxScanned` activities. */
export async function scanPage(context: GraphContext, { by, status, span, position, count, conditions }: PageScan) {
  const found: TimedActivity[] = [];
  let total: number | null = null;
  let countAfterSpan = 0;
  let countBeforeSpan: number | undefined;
  let scanned = 0;
  let scannedToLastNode = 0;
  let last: TimedActivity | undefined;
  const listing = listActivities(context, {
    by,
    from: span.from,
    // Begin after the cursor's second; the activities that were on earlier pages are skipped below.
    to: position ? new Date(Math.min(position.time + 1000, span.to.getTime())) : span.to,
    status,
  });
  const result = (stoppedAt?: Pick<Position, 'time' | 'id'>, withheld = 0) => ({
    found,
    stoppedAt,
    scannedCount: found.length < count ? scanned + withheld : scannedToLastNode,
    total: total && total - countAfterSpan,
    countBeforeSpan,
  });
  for await (const page of listing) {
    total ??= page.total;
    if (page.endsScan) countBeforeSpan = countBefore(span, by, page.activities);
    for (const activity of page.activities) {
      const { record, time } = activity;
      const isInSpan = isWithin(span, record[timeField[by]]);
      if (!isInSpan && time >= span.to.getTime()) countAfterSpan += 1;
      if (!isInSpan || (position && !isAfterCursor(activity, position))) continue;
      if (last && scanned === maxScanned) return result({ time: last.time, id: last.record.id });
      scanned += 1;
      last = activity;
      if (!conditions.every((condition) => condition(record))) continue;
      found.push(activity);
      if (found.length === count) scannedToLastNode = scanned;
      if (found.length > count) return result();
    }
    // The tool's next page may have more activities of the last second, so the next scan begins with that second.
    if (last && !page.endsScan && scanned + page.withheld >= maxScanned) {
      return result({ time: last.time, id: last.record.id }, page.withheld);
    }
  }
  return result();
}

const countBefore = ({ from }: ClosedPeriod, by: ListedPeriod['by'], activities: readonly TimedActivity[]) =>
  activities.filter(({ record }) => !isWithin({ from }, record[timeField[by]])).length;

/**
 * Returns the total, or null if it stays unknown. The tool counts whole seconds, so activities of the first second that
 * precede the period are subtracted. If the page did not reach that second, its activities are listed.
 */
export async function exactTotal(
  context: GraphContext,
  { total, countBeforeSpan }: Pick<Awaited<ReturnType<typeof scanPage>>, 'total' | 'countBeforeSpan'>,
  { by, status, span, isCounted }: ListedPeriod & { isCounted: boolean },
): Promise<number | null> {
  const from = startOfSecond(span.from);
  if (total === null || from >= span.from) return total;
  if (countBeforeSpan !== undefined) return total - countBeforeSpan;
  if (!isCounted) return null;
  const second = listActivities(context, { by, from, to: nextSecond(span.from), status });
  const { value } = await second.next();
  return value?.endsScan ? total - countBefore(span, by, value.activities) : null;
}

const isAfterCursor = ({ record, time }: TimedActivity, position: Position) =>
  time < position.time || (time === position.time && record.id < position.id);
