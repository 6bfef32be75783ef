import type { ClosedPeriod, Period } from '../../connector/conversation/convo-client.ts';
import type { ActivityRecord } from '../../connector/conversation/records.ts';
import { z } from 'zod';
import { builder } from '../builder.ts';
import { connectionType } from '../connection.ts';
import type { GraphContext } from '../context.ts';
import { cursorsOf } from '../cursor.ts';
import { InvalidInputError } from '../errors.ts';
import { pageArguments, pageListSize } from '../page-arguments.ts';
import { type ConnectionArguments, connectionRecord, readCount } from '../pagination.ts';
import { Activity, activityEdge, isUuid } from './activity.ts';
import { type ActivityNode, type ActivityScan, asActivityNode, scanActivities } from './activity-scan.ts';
import { DateTimeRangeInput, isWithin, readPeriod } from './period.ts';
import { ActivityStatus } from './vocabulary.ts';

builder.queryField('activity', (t) =>
  t.field({
    type: Activity,
    description:
      'An activity by id; null when there is none within the horizon. No tool gets one: fields of the activity itself cost a scan of activities_list, latest first, shared by all activities asked for by id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the activity, a UUID.' }) },
    resolve: (_, { id }, context, info) => {
      if (!isUuid(id)) throw new InvalidInputError([{ path: ['id'], message: 'must be a UUID' }]);
      return activityEdge(id, context, info);
    },
  }),
);

const ActivityFilterInput = builder.inputType('ActivityFilter', {
  description: 'Which activities to show; all given fields must hold.',
  fields: (t) => ({
    occurred: t.field({
      type: DateTimeRangeInput,
      description: 'When they began; any span. Without a begin: the 30 days before the end.',
    }),
    updated: t.field({
      type: DateTimeRangeInput,
      description: 'When they last changed. Without occurred, the latest changed come first.',
    }),
    status: t.field({ type: ActivityStatus, description: 'How far they have come; omit for all.' }),
  }),
});

interface ActivityFilter {
  occurred?: Period | null | undefined;
  updated?: Period | null | undefined;
  status?: ActivityScan['status'] | null;
}

const defaultSpanMs = 30 * 86_400_000;

/** Where a page of activities goes on: the span and total as of the first page, and the last activity shown. */
const epochMs = z.int().min(-8.64e15).max(8.64e15);
const positionSchema = z.tuple([epochMs, epochMs, z.int().nullable(), epochMs, z.string()]);

interface Position {
  span: ClosedPeriod;
  total: number | null;
  time: number;
  id: string;
}

builder.queryField('activities', (t) =>
  t.field({
    type: connectionType('Activity', Activity),
    description:
      'Activities, latest first; the last 30 days unless filter says otherwise. One activities_list per 500 activities or six months, no further than the page needs.',
    listSize: pageListSize,
    args: {
      filter: t.arg({ type: ActivityFilterInput, description: 'Which ones; omit for the last 30 days.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { filter, first, after }, context) => activityPage(context, filter ?? {}, { first, after }),
  }),
);

async function activityPage(context: GraphContext, filter: ActivityFilter, { first, after }: ConnectionArguments) {
  const occurred = readPeriod(filter.occurred, ['filter', 'occurred'], context);
  const updated = readPeriod(filter.updated, ['filter', 'updated'], context);
  const by = filter.updated && !filter.occurred ? 'updated' : 'occurred';
  const count = readCount(first);
  const cursors = cursorsOf({ field: 'activities', arguments: filter }, positionSchema);
  const position = readPosition(cursors.positionOf(after));
  const span = position?.span ?? closedSpan(by === 'updated' ? updated : occurred, context);
  const timeOf = (record: ActivityRecord) => (by === 'updated' ? record.updatedAt : record.startedAt);
  const isShown = (record: ActivityRecord) =>
    isWithin(span, timeOf(record)) &&
    (by === 'updated' || isWithin(updated, record.updatedAt)) &&
    (!position || isBehind(record, timeOf(record), position));

  const found: ActivityRecord[] = [];
  let total = position?.total ?? null;
  const scan = scanActivities(context, {
    by,
    from: span.from,
    // The second of the cursor's activity is met again: what was shown of it is passed over.
    to: position ? new Date(Math.min(position.time + 1000, span.to.getTime())) : span.to,
    status: filter.status ?? undefined,
    onTotal: (told) => {
      if (!position && isExactTotal(filter, span)) total = told;
    },
  });
  for await (const record of scan) {
    if (isShown(record)) found.push(record);
    if (found.length > count) break;
  }
  if (!position && found.length <= count) total = found.length;

  const nodes = found.slice(0, count);
  return connectionRecord<ActivityNode>({
    nodes: nodes.map(asActivityNode),
    cursorAt: (index) => {
      const record = nodes[index];
      const time = record ? (timeOf(record)?.getTime() ?? 0) : 0;
      return cursors.at([span.from.getTime(), span.to.getTime(), total, time, record?.id ?? '']);
    },
    hasPreviousPage: position !== undefined,
    hasNextPage: found.length > count,
    totalCount: total,
  });
}

/** Without a begin, the 30 days before the end, from a whole second on as the tool takes it. */
function closedSpan({ from, to }: Period, context: GraphContext): ClosedPeriod {
  const end = to ?? context.now();
  return { from: from ?? new Date(Math.floor((end.getTime() - defaultSpanMs) / 1000) * 1000), to: end };
}

/** The tool's total counts what is shown only when nothing is left out afterwards. */
const isExactTotal = (filter: ActivityFilter, { from, to }: ClosedPeriod) =>
  !(filter.occurred && filter.updated) &&
  from.getUTCMilliseconds() === 0 &&
  (to.getUTCMilliseconds() === 0 || !(filter.occurred ?? filter.updated)?.to);

/** Whether a record comes after the cursor's: earlier, or at the same time with a smaller id. */
function isBehind(record: ActivityRecord, time: Date | null, position: Position): boolean {
  const ms = time?.getTime() ?? 0;
  return ms < position.time || (ms === position.time && record.id < position.id);
}

function readPosition(position: z.output<typeof positionSchema> | undefined): Position | undefined {
  if (!position) return undefined;
  const [from, to, total, time, id] = position;
  return { span: { from: new Date(from), to: new Date(to) }, total, time, id };
}
