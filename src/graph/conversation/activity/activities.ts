import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import { z } from 'zod';
import { boundedDate, epochMs } from '../../../tools/date-bounds.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { connectionType } from '../../pagination/connection.ts';
import type { GraphContext } from '../../core/context.ts';
import { cursorsOf } from '../../pagination/cursor.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { ofConvo } from '../../core/ownership.ts';
import { pageArguments, pageListSize } from '../../pagination/page-arguments.ts';
import { type ConnectionArguments, connectionRecord, readCount } from '../../pagination/pagination.ts';
import { Activity, activityEdge, activityEdgeCalls } from './activity.ts';
import { listActivities, type PlacedActivity, timeField } from './activity-listing.ts';
import { activityKey, type ActivityNode, type ActivityScan, asActivityNode } from './activity-scan.ts';
import { ConversationPeriodInput, isWithin, readPeriod } from './period.ts';
import { isUuid } from '../uuid.ts';
import { ActivityStatus } from '../vocabulary.ts';

builder.queryField('activity', (t) =>
  t.field({
    type: Activity,
    extensions: toolCalls({
      find: { keyOf: ({ id }) => (typeof id === 'string' && isUuid(id) ? activityKey(id) : undefined) },
      shared: [activityEdgeCalls],
    }),
    description:
      'An activity by id; null when there is none within the horizon. No tool gets one: fields of the activity itself cost a scan of activities_list, latest first, shared by all activities asked for by id. Outputs alone need no scan, however old it is; those of an activity that does not exist are null or empty.',
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
      type: ConversationPeriodInput,
      description: 'When they began; any span. Without a begin: the 30 days before the end.',
    }),
    updated: t.field({
      type: ConversationPeriodInput,
      description: 'When they last changed; any span. Without occurred, the latest changed come first.',
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
const positionSchema = z.tuple([epochMs, epochMs, z.int().nullable(), epochMs, z.string()]);

interface Position {
  span: ClosedPeriod;
  total: number | null;
  time: number;
  id: string;
}

builder.queryField('activities', (t) =>
  t.field({
    type: connectionType('Activity', Activity, ofConvo),
    extensions: toolCalls({ page: 'activities_list' }),
    description:
      'Activities, latest first; the last 30 days unless filter says otherwise. One activities_list per 500 activities or six months, no further than the page needs. The total is as of the first page; it is null when the span takes more than one range and does not fit the page.',
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

  const found: PlacedActivity[] = [];
  let total = position?.total ?? null;
  let tooLate = 0;
  const listing = listActivities(context, {
    by,
    from: span.from,
    // The second of the cursor's activity is met again: what was shown of it is passed over.
    to: position ? new Date(Math.min(position.time + 1000, span.to.getTime())) : span.to,
    status: filter.status ?? undefined,
    onTotal: (told) => {
      if (!position && isExactTotal(filter, span)) total = told;
    },
  });
  for await (const placed of listing) {
    const { record, time } = placed;
    const isInSpan = isWithin(span, record[timeField[by]]);
    if (!isInSpan && time >= span.to.getTime()) tooLate += 1;
    if (!isInSpan || (position && !isBehind(placed, position))) continue;
    if (by === 'updated' || isWithin(updated, record.updatedAt)) found.push(placed);
    if (found.length > count) break;
  }
  if (!position) total = found.length <= count ? found.length : total && total - tooLate;

  const edges = found.slice(0, count).map(({ record, time }) => ({
    cursor: cursors.at([span.from.getTime(), span.to.getTime(), total, time, record.id]),
    node: asActivityNode(record),
  }));
  return connectionRecord<ActivityNode>({
    edges,
    hasPreviousPage: position !== undefined,
    hasNextPage: found.length > count,
    totalCount: total,
  });
}

/** Without a begin, the 30 days before the end, from a whole second on as the tool takes it. */
function closedSpan({ from, to }: Period, context: GraphContext): ClosedPeriod {
  const end = to ?? context.now();
  return { from: from ?? boundedDate(Math.floor((end.getTime() - defaultSpanMs) / 1000) * 1000), to: end };
}

/** The tool's total counts what is shown, and perhaps what is too late, only when nothing else is left out afterwards. */
const isExactTotal = (filter: ActivityFilter, { from }: ClosedPeriod) =>
  !(filter.occurred && filter.updated) && from.getUTCMilliseconds() === 0;

/** Whether an activity comes after the cursor's: earlier, or at the same time with a smaller id. */
const isBehind = ({ record, time }: PlacedActivity, position: Position) =>
  time < position.time || (time === position.time && record.id < position.id);

function readPosition(position: z.output<typeof positionSchema> | undefined): Position | undefined {
  if (!position) return undefined;
  const [from, to, total, time, id] = position;
  return { span: { from: new Date(from), to: new Date(to) }, total, time, id };
}
