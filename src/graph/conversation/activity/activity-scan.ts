import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import type { Period } from '../../../connector/conversation/conversation-client.ts';
import { ToolError } from '../../../connector/tool-error.ts';
import { activitiesPageSize, type activityStatuses } from '../../../tools/conversation/vocabulary.ts';
import { boundedDate } from '../../../tools/date-bounds.ts';
import type { GraphContext } from '../../core/context.ts';
import { canonicalJson } from '../../../connector/canonical-json.ts';
import { toError, perKeyLoader, perOperation } from '../../core/loader.ts';
import DataLoader from 'dataloader';
import { nextSecond } from './period.ts';

/** An activity of which sometimes only the id is at hand; the rest is found when a field asks for it. */
export interface ActivityNode {
  id: string;
  record?: ActivityRecord;
}

export const asActivityNode = (record: ActivityRecord): ActivityNode => ({ id: record.id, record });

const dayMs = 86_400_000;

/** Safely under six months, whichever they are. */
const windowMs = 180 * dayMs;

/** A span as ranges that the tool takes, latest first. They touch and do not overlap. */
export function windowsOf({ from, to }: { from: Date; to: Date }): { from: Date; to: Date }[] {
  const windows = [];
  for (let end = to.getTime(); end > from.getTime(); end -= windowMs) {
    windows.push({ from: new Date(Math.max(end - windowMs, from.getTime())), to: new Date(end) });
  }
  return windows;
}

interface PageKey {
  /** Which of the two times the windows are of. */
  by: 'occurred' | 'updated';
  window: Period;
  status?: (typeof activityStatuses)[keyof typeof activityStatuses] | undefined;
  page: number;
}

/** Pages of activities, each fetched once an operation whoever asks. What they bring is primed. */
const pageLoader = perOperation((context) =>
  perKeyLoader(async ({ by, window, status, page }: PageKey) => {
    const answer = await context.conversation.activities({ [by]: window, status, page });
    for (const record of answer.items) activityLoader(context).prime(record.id, record);
    return answer;
  }, canonicalJson),
);

export interface ActivityScan {
  by: 'occurred' | 'updated';
  from: Date;
  to: Date;
  status?: PageKey['status'];
}

/**
 * Activities of any span, latest first, a tool page at a time and no further than it is read. An activity that moves
 * between pages while they are read comes once.
 */
export async function* scanActivities(context: GraphContext, { by, from, to, status }: ActivityScan) {
  const seen = new Set<string>();
  const now = context.now();
  const windows = windowsOf({ from, to: nextSecond(to < now ? to : now) });
  for (const window of windows) {
    // The tool rejects an end in the future; without an end it returns activities that are later than this clock, too.
    const range = { from: window.from, to: window.to >= now ? undefined : window.to };
    for (let page = 1, endsWindow = false; !endsWindow; page += 1) {
      const { items, total } = await pageLoader(context).load({ by, window: range, status, page });
      const unseen = items.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      endsWindow = total === null ? items.length < activitiesPageSize : page * activitiesPageSize >= total;
      // A total of one of several windows says nothing of the span.
      yield { items: unseen, total: windows.length === 1 ? total : null, endsWindow };
    }
  }
}

/** How far back an activity is searched for, and what has no open range is asked for. */
export const horizonOf = ({ now, activityHorizonDays }: GraphContext) =>
  boundedDate(now().getTime() - activityHorizonDays * dayMs);

/** What it may cost to find activities of which only the id is at hand. */
export const scanCalls = { tool: 'activities_list', calls: 5 } as const;

/** UUIDs are case-insensitive: activities are compared by this form of their id. */
export const activityKey = (id: string) => id.toLowerCase();

/**
 * Activities by id. No tool gets one, so all wanted ids share one scan of the whole team's activities, latest first and
 * back to the configured horizon; it goes on where an earlier search of the operation stopped.
 */
export const activityLoader = perOperation((context): DataLoader<string, ActivityRecord | null> => {
  const found = new Map<string, ActivityRecord>();
  let scan: ReturnType<typeof scanActivities> | undefined;
  let searching: Promise<unknown> = Promise.resolve();

  async function searchFor(ids: readonly string[]): Promise<void> {
    const to = context.now();
    const from = horizonOf(context);
    scan ??= scanActivities(context, { by: 'occurred', from, to });
    while (ids.some((id) => !found.has(activityKey(id)))) {
      const next = await scan.next();
      if (next.done) return;
      for (const record of next.value.items) found.set(activityKey(record.id), record);
    }
  }

  return new DataLoader<string, ActivityRecord | null>(
    async (ids) => {
      // One search after the other: they share the scan. One that failed lets the next begin anew.
      const search = searching.then(() => searchFor(ids));
      searching = search.catch(() => (scan = undefined));
      const failure = await search.then(() => null, toError);
      return ids.map((id) => found.get(activityKey(id)) ?? failure);
    },
    { cacheKeyFn: activityKey },
  );
});

/** The record of an activity, searched for when only the id is at hand; null when it is not within the horizon. */
export const findActivity = async ({ id, record }: ActivityNode, context: GraphContext) =>
  record ?? (await activityLoader(context).load(id));

/**
 * The record of an activity, searched for when only the id is at hand.
 * @throws ToolError `NOT_FOUND` when it is not within the horizon
 */
export async function activityRecord(activity: ActivityNode, context: GraphContext): Promise<ActivityRecord> {
  const found = await findActivity(activity, context);
  if (found) return found;
  throw new ToolError({
    code: 'NOT_FOUND',
    tool: 'activities_list',
    message: `There is no activity with the id ${JSON.stringify(activity.id)} in the last ${context.activityHorizonDays} days.`,
  });
}
