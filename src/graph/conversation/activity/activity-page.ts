import { z } from 'zod';
import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import type { FieldArguments } from '../../../operation/cost/call-cost.ts';
import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import { activitiesPageSize } from '../../../tools/conversation/vocabulary.ts';
import { boundedDate, epochMs, latestAcceptedTime } from '../../../tools/rules/date-bounds.ts';
import type { GraphContext } from '../../core/context.ts';
import { invalidInput } from '../../core/input.ts';
import { type ConnectionArguments, connectionPage, readFirst } from '../../pagination/connection.ts';
import { cursorCodec, offsetPosition } from '../../pagination/cursor.ts';
import { type ActivityFilter, isHostedBy, matchesNothing, readConditions } from './activity-filter.ts';
import { type ActivityNode, asActivityNode } from './activity-loader.ts';
import { listActivities, type TimedActivity, timeField, windowsOf } from './scan/activity-scan.ts';
import { isWithin, nextSecond, readPeriod, startOfSecond } from './period.ts';
import { recentStart } from './scan/recent-period.ts';

/** Maximum number of activities that the graph compares with a filter to fill a page. */
export const maxScanned = 5000;

export interface ActivityScanResult {
  scannedCount: number;
  isPartial: boolean;
}

interface ActivityQuery {
  filter: ActivityFilter;
  /** Returns only activities that this user hosted. */
  hostId?: string;
  /** Whether the page may make an extra call to determine the total. */
  isCounted: boolean;
}

/** Start, end and total of the span, as of the first page; then time and id of the last node or scanned activity. */
const positionSchema = z.tuple([epochMs, epochMs, offsetPosition.nullable(), epochMs, z.string()]);

interface Position {
  span: ClosedPeriod;
  total: number | null;
  /** Epoch milliseconds. */
  time: number;
  id: string;
}

/** @throws InvalidInputError naming the invalid argument */
export async function activityPage(context: GraphContext, query: ActivityQuery, { first, after }: ConnectionArguments) {
  const { filter, hostId, isCounted } = query;
  const occurred = readPeriod(filter.occurred, ['filter', 'occurred'], context);
  const updated = readPeriod(filter.updated, ['filter', 'updated'], context);
  const conditions = readConditions(filter);
  if (hostId !== undefined) {
    if (filter.hostIds) throw invalidInput(['filter', 'hostIds'], 'cannot be set for the activities of a user');
    conditions.push(isHostedBy(hostId));
  }
  const by = sortedBy(filter);
  const count = readFirst(first);
  if (matchesNothing(filter)) return emptyPage;
  const scope = hostId === undefined ? filter : { hostId, filter };
  const cursors = cursorCodec({ field: 'activities', arguments: scope }, positionSchema);
  const position = readPosition(cursors.decode(after));
  const isCompared = conditions.length > 0;
  const span = position?.span ?? closedSpan(by === 'updated' ? updated : occurred, { now: context.now(), isCompared });
  if (by === 'occurred' && filter.updated) conditions.push(({ updatedAt }) => isWithin(updated, updatedAt));

  const period: ListedPeriod = { by, status: filter.status, span };
  const page = await scanPage(context, { ...period, position, count, conditions });
  const { found, stoppedAt, scannedCount } = page;
  const isFull = found.length >= count;
  const isComplete = found.length <= count && !stoppedAt;

  async function totalOf(): Promise<number | null> {
    if (position) return position.total;
    if (isComplete) return found.length;
    // The total that the tool reports ignores the conditions.
    return conditions.length > 0 ? null : exactTotal(context, page, { ...period, isCounted });
  }
  const total = await totalOf();

  const cursorAt = ({ time, id }: Pick<Position, 'time' | 'id'>) =>
    cursors.encode([span.from.getTime(), span.to.getTime(), total, time, id]);
  const { pageInfo, ...connection } = connectionPage<ActivityNode>({
    edges: found.slice(0, count).map(({ record, time }) => ({
      cursor: cursorAt({ time, id: record.id }),
      node: asActivityNode(record),
    })),
    hasPreviousPage: position !== undefined,
    hasNextPage: !isComplete,
    totalCount: total,
  });
  const isPartial = stoppedAt !== undefined && !isFull;
  return {
    ...connection,
    pageInfo: isPartial ? { ...pageInfo, endCursor: cursorAt(stoppedAt) } : pageInfo,
    scannedCount,
    isPartial,
  };
}

const emptyPage = {
  ...connectionPage<ActivityNode>({ edges: [], hasPreviousPage: false, hasNextPage: false, totalCount: 0 }),
  scannedCount: 0,
  isPartial: false,
};

interface ListedPeriod {
  by: 'occurred' | 'updated';
  status: ActivityFilter['status'];
  span: ClosedPeriod;
}

interface PageScan extends ListedPeriod {
  position: Position | undefined;
  count: number;
  conditions: readonly ((activity: ActivityRecord) => boolean)[];
}

/** Reads activities until it finds one match more than the page holds, or has read `maxScanned` activities. */
async function scanPage(context: GraphContext, { by, status, span, position, count, conditions }: PageScan) {
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
    status: status ?? undefined,
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
async function exactTotal(
  context: GraphContext,
  { total, countBeforeSpan }: Pick<Awaited<ReturnType<typeof scanPage>>, 'total' | 'countBeforeSpan'>,
  { by, status, span, isCounted }: ListedPeriod & { isCounted: boolean },
): Promise<number | null> {
  const from = startOfSecond(span.from);
  if (total === null || from >= span.from) return total;
  if (countBeforeSpan !== undefined) return total - countBeforeSpan;
  if (!isCounted) return null;
  const second = listActivities(context, { by, from, to: nextSecond(span.from), status: status ?? undefined });
  const { value } = await second.next();
  return value?.endsScan ? total - countBefore(span, by, value.activities) : null;
}

interface SpanOptions {
  now: Date;
  /** Whether the graph filters the activities itself: fewer activities match then, so the default period is longer. */
  isCompared: boolean;
}

const defaultSpanMs = 30 * 86_400_000;

/** Completes a period. Without `to`, the period ends in ten minutes, because the platform's clock can be ahead. */
function closedSpan({ from, to }: Period, { now, isCompared }: SpanOptions): ClosedPeriod {
  const end = to ?? now;
  const start = isCompared ? recentStart(end) : boundedDate(Math.floor((end.getTime() - defaultSpanMs) / 1000) * 1000);
  return { from: from ?? start, to: to ?? latestAcceptedTime(now) };
}

const sortedBy = ({ occurred, updated }: Pick<ActivityFilter, 'occurred' | 'updated'>) =>
  updated && !occurred ? 'updated' : 'occurred';

const isAfterCursor = ({ record, time }: TimedActivity, position: Position) =>
  time < position.time || (time === position.time && record.id < position.id);

function readPosition(position: z.output<typeof positionSchema> | undefined): Position | undefined {
  if (!position) return undefined;
  const [from, to, total, time, id] = position;
  return { span: { from: new Date(from), to: new Date(to) }, total, time, id };
}

const periodSchema = z.object({ from: z.date().nullish(), to: z.date().nullish() }).nullish();
const argumentsSchema = z.object({
  filter: z.looseObject({ occurred: periodSchema, updated: periodSchema }).nullish(),
  after: z.string().nullish(),
});

/** Maximum number of calls of a page: one per window of the period and, with conditions, one per 500 activities. */
export const pageCalls = (args: FieldArguments) => maxPageCalls(args, { isHosted: false });

export const pageCallsForHost = (args: FieldArguments) => maxPageCalls(args, { isHosted: true });

function maxPageCalls(args: FieldArguments, { isHosted }: { isHosted: boolean }): number {
  const { filter, after } = argumentsSchema.parse(args);
  const { occurred, updated, status: _, ...compared } = filter ?? {};
  if (matchesNothing(compared)) return 0;
  const isCompared = isHosted || Object.values(compared).some((value) => value != null);
  const now = new Date();
  const period = (sortedBy({ occurred, updated }) === 'updated' ? updated : occurred) ?? {};
  const { from, to } = closedSpan(period, { now, isCompared });
  const windows = Math.max(1, windowsOf({ from, to: nextSecond(to < now ? to : now) }).length);
  // If `from` is within a second, listing that second for the total costs one more call.
  if (!isCompared && !(occurred && updated)) return windows + Number(windows === 1 && startOfSecond(from) < from);
  // After a cursor, a page can begin in the middle of a page of the tool, which costs one more call.
  return windows + maxScanned / activitiesPageSize - (after == null ? 1 : 0);
}
