import { z } from 'zod';
import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import type { FieldArguments } from '../../../operation/cost/call-cost.ts';
import { activitiesPageSize } from '../../../tools/conversation/vocabulary.ts';
import { boundedDate, epochMs, latestAcceptedTime } from '../../../tools/rules/date-bounds.ts';
import type { GraphContext } from '../../core/context.ts';
import { invalidInput } from '../../core/input.ts';
import { type ConnectionArguments, connectionPage, readFirst } from '../../pagination/connection.ts';
import { cursorCodec, offsetPosition } from '../../pagination/cursor.ts';
import { type ActivityFilter, isHostedBy, matchesNothing, readConditions } from './activity-filter.ts';
import { type ActivityNode, asActivityNode } from './activity-loader.ts';
import { windowsOf } from './scan/activity-scan.ts';
import { isWithin, nextSecond, readPeriod, startOfSecond } from './period.ts';
import { exactTotal, maxScanned, type Position, scanPage } from './scan/page-scan.ts';
import { periodArgument, recentStart } from './scan/recent-period.ts';

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
  // A scan filters by one period; the other period is a condition. It does not lengthen the default span, as the
  // conditions do that `isCompared` sees.
  if (by === 'occurred' && filter.updated) conditions.push(({ updatedAt }) => isWithin(updated, updatedAt));

  const period = { by, status: filter.status ?? undefined, span } as const;
  const page = await scanPage(context, { ...period, position, count, conditions });
  const { found, stoppedAt, scannedCount } = page;
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
  const isPartial = stoppedAt !== undefined && found.length < count;
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

function readPosition(position: z.output<typeof positionSchema> | undefined): Position | undefined {
  if (!position) return undefined;
  const [from, to, total, time, id] = position;
  return { span: { from: new Date(from), to: new Date(to) }, total, time, id };
}

const argumentsSchema = z.object({
  filter: z.looseObject({ occurred: periodArgument, updated: periodArgument }).nullish(),
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
