import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import { z } from 'zod';
import { boundedDate, epochMs } from '../../../tools/rules/date-bounds.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import {
  type ConnectionArguments,
  connectionPage,
  connectionType,
  pageArguments,
  pageListSize,
  readFirst,
} from '../../pagination/connection.ts';
import type { GraphContext } from '../../core/context.ts';
import { cursorCodec } from '../../pagination/cursor.ts';
import { fromConversation } from '../../core/type-source.ts';
import { Activity, activityEdge, activityEdgeCalls } from './activity.ts';
import { listActivities, type PlacedActivity, timeField } from './activity-listing.ts';
import { activityKey, type ActivityNode, type ActivityScan, asActivityNode } from './activity-scan.ts';
import { ConversationPeriodInput, isWithin, readPeriod } from './period.ts';
import { checkUuid, isUuid } from '../uuid.ts';
import { ActivityStatus } from '../vocabulary.ts';

builder.queryField('activity', (t) =>
  t.field({
    type: Activity,
    extensions: toolCalls({
      lookup: { keyOf: ({ id }) => (typeof id === 'string' && isUuid(id) ? activityKey(id) : undefined) },
      batched: [activityEdgeCalls],
    }),
    description:
      'An activity by ID; null if none exists within `ACTIVITY_HORIZON_DAYS` (730 unless configured). Its outputs and team records need only the ID, whatever its age, and are null or empty if it does not exist. Its other fields scan `activities_list`, newest first, with one call per 500 activities or 180 days; all activities of the operation share one scan.',
    args: { id: t.arg.id({ required: true, description: 'ID of the activity, a UUID.' }) },
    resolve: (_, { id }, context, info) => {
      checkUuid(id, 'id');
      return activityEdge(id, context, info);
    },
  }),
);

const ActivityFilterInput = builder.inputType('ActivityFilter', {
  description: 'Selects activities. An activity must match every field that is set.',
  fields: (t) => ({
    occurred: t.field({
      type: ConversationPeriodInput,
      description:
        'Time at which the activity started; any length of period. Without `from`, it covers the 30 days before `to`.',
    }),
    updated: t.field({
      type: ConversationPeriodInput,
      description:
        'Time of the last change; any length of period. Without `occurred`, the most recently changed activities come first, and a missing `from` means the 30 days before `to`.',
    }),
    status: t.field({ type: ActivityStatus, description: 'Status to match. Omit it for all.' }),
  }),
});

interface ActivityFilter {
  occurred?: Period | null | undefined;
  updated?: Period | null | undefined;
  status?: ActivityScan['status'] | null;
}

const defaultSpanMs = 30 * 86_400_000;
const clockSlackMs = 10 * 60_000;

/** Content of a cursor: period and total as of the first page, then time and id of the node. */
const positionSchema = z.tuple([epochMs, epochMs, z.int().nullable(), epochMs, z.string()]);

interface Position {
  span: ClosedPeriod;
  total: number | null;
  time: number;
  id: string;
}

builder.queryField('activities', (t) =>
  t.field({
    type: connectionType('Activity', Activity, fromConversation),
    extensions: toolCalls({ page: 'activities_list' }),
    description:
      'Activities, newest first; those of the last 30 days unless `filter` sets a period. Costs one `activities_list` call per 500 activities or 180 days, only as many as the page needs. `totalCount` is computed on the first page; it is null if more activities match than fit on that page and the period is longer than 180 days or both `occurred` and `updated` are set.',
    listSize: pageListSize,
    args: {
      filter: t.arg({ type: ActivityFilterInput, description: 'Activities to return. Omit it for the last 30 days.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { filter, first, after }, context) => activityPage(context, filter ?? {}, { first, after }),
  }),
);

async function activityPage(context: GraphContext, filter: ActivityFilter, { first, after }: ConnectionArguments) {
  const occurred = readPeriod(filter.occurred, ['filter', 'occurred'], context);
  const updated = readPeriod(filter.updated, ['filter', 'updated'], context);
  const by = filter.updated && !filter.occurred ? 'updated' : 'occurred';
  const count = readFirst(first);
  const cursors = cursorCodec({ field: 'activities', arguments: filter }, positionSchema);
  const position = readPosition(cursors.decode(after));
  const span = position?.span ?? closedSpan(by === 'updated' ? updated : occurred, context);

  const found: PlacedActivity[] = [];
  let total = position?.total ?? null;
  let afterSpan = 0;
  const listing = listActivities(context, {
    by,
    from: span.from,
    // Starts with the whole second of the cursor's activity; those already shown are skipped below.
    to: position ? new Date(Math.min(position.time + 1000, span.to.getTime())) : span.to,
    status: filter.status ?? undefined,
    onTotal: (reported) => {
      if (!position && isExactTotal(filter, span)) total = reported;
    },
  });
  for await (const placed of listing) {
    const { record, time } = placed;
    const isInSpan = isWithin(span, record[timeField[by]]);
    if (!isInSpan && time >= span.to.getTime()) afterSpan += 1;
    if (!isInSpan || (position && !isAfterCursor(placed, position))) continue;
    if (by === 'updated' || isWithin(updated, record.updatedAt)) found.push(placed);
    if (found.length > count) break;
  }
  if (!position) total = found.length <= count ? found.length : total && total - afterSpan;

  const edges = found.slice(0, count).map(({ record, time }) => ({
    cursor: cursors.encode([span.from.getTime(), span.to.getTime(), total, time, record.id]),
    node: asActivityNode(record),
  }));
  return connectionPage<ActivityNode>({
    edges,
    hasPreviousPage: position !== undefined,
    hasNextPage: found.length > count,
    totalCount: total,
  });
}

/**
 * The span that a page and its cursors list. Without `to` it ends ten minutes after this node's clock, which may be
 * behind that of the platform. Without `from` it starts 30 days before `to` or now, at a whole second as the tool requires.
 */
function closedSpan({ from, to }: Period, context: GraphContext): ClosedPeriod {
  const now = context.now().getTime();
  const defaultFrom = Math.floor(((to?.getTime() ?? now) - defaultSpanMs) / 1000) * 1000;
  return { from: from ?? boundedDate(defaultFrom), to: to ?? boundedDate(now + clockSlackMs) };
}

/**
 * Whether the tool's total can be corrected to the exact one: only activities of the last second, after the end of the
 * span, may be filtered out here.
 */
const isExactTotal = (filter: ActivityFilter, { from }: ClosedPeriod) =>
  !(filter.occurred && filter.updated) && from.getUTCMilliseconds() === 0;

/** Whether an activity follows the cursor's: it is older, or equally old with a smaller id. */
const isAfterCursor = ({ record, time }: PlacedActivity, position: Position) =>
  time < position.time || (time === position.time && record.id < position.id);

function readPosition(position: z.output<typeof positionSchema> | undefined): Position | undefined {
  if (!position) return undefined;
  const [from, to, total, time, id] = position;
  return { span: { from: new Date(from), to: new Date(to) }, total, time, id };
}
