import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import { z } from 'zod';
import { boundedDate, epochMs, latestAcceptedTime } from '../../../tools/rules/date-bounds.ts';
import { builder } from '../../core/builder.ts';
import { type FieldArguments, toolCalls } from '../../../operation/cost/call-cost.ts';
import {
  type ConnectionArguments,
  connectionPage,
  connectionType,
  pageArguments,
  readFirst,
} from '../../pagination/connection.ts';
import type { GraphContext } from '../../core/context.ts';
import { fieldById } from '../../core/field-by-id.ts';
import { cursorCodec } from '../../pagination/cursor.ts';
import { fromConversation } from '../../../operation/type-source.ts';
import { Activity, loadActivity, activityCalls } from './activity.ts';
import { type ActivityNode, asActivityNode } from './activity-loader.ts';
import { type ActivityScan, listActivities, type TimedActivity, timeField, windowsOf } from './activity-scan.ts';
import { ConversationPeriodInput, isWithin, readPeriod } from './period.ts';
import { activityKey, checkUuid, isUuid } from '../uuid.ts';
import { ActivityStatus } from '../vocabulary.ts';

fieldById('activity', {
  type: Activity,
  extensions: toolCalls({
    lookup: { keyOf: ({ id }) => (typeof id === 'string' && isUuid(id) ? activityKey(id) : undefined) },
    batched: [activityCalls],
  }),
  description:
    'An activity by ID. Its outputs (such as `transcript`) and team records (such as `comments`) are loaded by ID, regardless of its age; they are null or empty if the activity does not exist. Selecting any other field scans the activities of the team with `activities_list`, newest first, until the activity is found: one call per 500 activities, and at least one per 180 days. All activities of the operation share one scan, which goes back `ACTIVITY_HORIZON_DAYS` (730 by default); an activity that the scan does not find is null. If the same server has already loaded the activity for the caller, this costs one call instead of a scan: the server caches when each activity started.',
  idDescription: 'ID of the activity, a UUID.',
  find: async (id, context, info) => {
    checkUuid(id, 'id');
    return loadActivity(id, context, info);
  },
});

const ActivityFilterInput = builder.inputType('ActivityFilter', {
  description: 'Selects activities. An activity must match every field that is set.',
  fields: (t) => ({
    occurred: t.field({
      type: ConversationPeriodInput,
      description: 'Period in which the activity started, of any length. `from` defaults to 30 days before `to`.',
    }),
    updated: t.field({
      type: ConversationPeriodInput,
      description:
        'Period in which the activity last changed, of any length. If `occurred` is not set, activities are sorted by their last change, newest first, and `from` defaults to 30 days before `to`; otherwise `from` can be omitted.',
    }),
    status: t.field({ type: ActivityStatus, description: 'Status of the activity. Omit it to return all.' }),
  }),
});

interface ActivityFilter {
  occurred?: Period | null | undefined;
  updated?: Period | null | undefined;
  status?: ActivityScan['status'] | null;
}

const periodSchema = z.object({ from: z.date().nullish(), to: z.date().nullish() }).nullish();
const filterArgument = z.object({
  filter: z.object({ occurred: periodSchema, updated: periodSchema }).nullish(),
});

const defaultSpanMs = 30 * 86_400_000;

/** Start, end and total of the span as of the first page, then time and id of the node. */
const positionSchema = z.tuple([epochMs, epochMs, z.int().nullable(), epochMs, z.string()]);

interface Position {
  span: ClosedPeriod;
  total: number | null;
  time: number;
  id: string;
}

builder.queryField('activities', (t) =>
  t.field({
    type: connectionType(Activity, fromConversation),
    extensions: toolCalls({ page: 'activities_list', pageCalls: windowCount }),
    description:
      'Activities of the team, newest first; those of the last 30 days unless `filter` sets a period. Costs one `activities_list` call per 500 activities, and at least one per 180 days, until the page is full. `totalCount` is determined with the first page. It is null if the first page cannot hold all matches and the period is longer than 180 days, does not start at a whole second, or both `occurred` and `updated` are set.',
    args: {
      filter: t.arg({
        type: ActivityFilterInput,
        description: 'Which activities to return. Omit it to return those of the last 30 days.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { filter, first, after }, context) => activityPage(context, filter ?? {}, { first, after }),
  }),
);

async function activityPage(context: GraphContext, filter: ActivityFilter, { first, after }: ConnectionArguments) {
  const occurred = readPeriod(filter.occurred, ['filter', 'occurred'], context);
  const updated = readPeriod(filter.updated, ['filter', 'updated'], context);
  const by = sortedBy(filter);
  const count = readFirst(first);
  const cursors = cursorCodec({ field: 'activities', arguments: filter }, positionSchema);
  const position = readPosition(cursors.decode(after));
  const span = position?.span ?? closedSpan(by === 'updated' ? updated : occurred, context.now());

  const found: TimedActivity[] = [];
  let total = position?.total ?? null;
  let afterSpan = 0;
  const listing = listActivities(context, {
    by,
    from: span.from,
    // Start at the end of the cursor's second; its activities on earlier pages are skipped below.
    to: position ? new Date(Math.min(position.time + 1000, span.to.getTime())) : span.to,
    status: filter.status ?? undefined,
    onTotal: (reported) => {
      if (!position && isExactTotal(filter, span)) total = reported;
    },
  });
  for await (const activity of listing) {
    const { record, time } = activity;
    const isInSpan = isWithin(span, record[timeField[by]]);
    if (!isInSpan && time >= span.to.getTime()) afterSpan += 1;
    if (!isInSpan || (position && !isAfterCursor(activity, position))) continue;
    if (by === 'updated' || isWithin(updated, record.updatedAt)) found.push(activity);
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

/** Without `to` it ends in ten minutes: the platform's clock can be ahead. Without `from` it starts 30 days before. */
function closedSpan({ from, to }: Period, now: Date): ClosedPeriod {
  const defaultFrom = Math.floor(((to ?? now).getTime() - defaultSpanMs) / 1000) * 1000;
  return { from: from ?? boundedDate(defaultFrom), to: to ?? latestAcceptedTime(now) };
}

const sortedBy = ({ occurred, updated }: ActivityFilter) => (updated && !occurred ? 'updated' : 'occurred');

/** A page that is not full earlier needs a call for each window of the period. */
function windowCount(args: FieldArguments): number {
  const filter = filterArgument.parse(args).filter ?? {};
  const now = new Date();
  const { from, to } = closedSpan(filter[sortedBy(filter)] ?? {}, now);
  return Math.max(1, windowsOf({ from, to: to < now ? to : now }).length);
}

/** The tool's total is exact but for the activities between the end of the span and the next second (`afterSpan`). */
const isExactTotal = (filter: ActivityFilter, { from }: ClosedPeriod) =>
  !(filter.occurred && filter.updated) && from.getUTCMilliseconds() === 0;

const isAfterCursor = ({ record, time }: TimedActivity, position: Position) =>
  time < position.time || (time === position.time && record.id < position.id);

function readPosition(position: z.output<typeof positionSchema> | undefined): Position | undefined {
  if (!position) return undefined;
  const [from, to, total, time, id] = position;
  return { span: { from: new Date(from), to: new Date(to) }, total, time, id };
}
