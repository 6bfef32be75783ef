import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import type { Period } from '../../../connector/conversation/conversation-client.ts';
import { ToolError } from '../../../connector/tool-error.ts';
import { activitiesPageSize, type activityStatuses } from '../../../tools/conversation/vocabulary.ts';
import { boundedDate } from '../../../tools/rules/date-bounds.ts';
import type { GraphContext } from '../../core/context.ts';
import { canonicalJson } from '../../../connector/canonical-json.ts';
import { toError, perKeyLoader, perOperation } from '../../core/loader.ts';
import DataLoader from 'dataloader';
import { nextSecond } from './period.ts';

/** An activity with a known id. Its record is loaded when a field needs it. */
export interface ActivityNode {
  id: string;
  record?: ActivityRecord;
}

export const asActivityNode = (record: ActivityRecord): ActivityNode => ({ id: record.id, record });

const dayMs = 86_400_000;

/**
 * Length of a window (the date range of one call). The tool only accepts ranges shorter than six calendar months, and
 * six months have at least 181 days.
 */
const windowMs = 180 * dayMs;

/** Splits a span of time into consecutive windows that are short enough for the tool, newest first. */
export function windowsOf({ from, to }: { from: Date; to: Date }): { from: Date; to: Date }[] {
  const windows = [];
  for (let end = to.getTime(); end > from.getTime(); end -= windowMs) {
    windows.push({ from: new Date(Math.max(end - windowMs, from.getTime())), to: new Date(end) });
  }
  return windows;
}

interface PageKey {
  /** Which time of an activity must be within the window: its start, or its last change. */
  by: 'occurred' | 'updated';
  window: Period;
  status?: (typeof activityStatuses)[keyof typeof activityStatuses] | undefined;
  page: number;
}

/** Loads pages of activities, each page once per operation. Primes `activityLoader` with the records. */
const pageLoader = perOperation((context) =>
  perKeyLoader(async ({ by, window, status, page }: PageKey) => {
    const result = await context.conversation.activities({ [by]: window, status, page });
    for (const record of result.items) activityLoader(context).prime(record.id, record);
    return result;
  }, canonicalJson),
);

export interface ActivityScan {
  by: 'occurred' | 'updated';
  from: Date;
  to: Date;
  status?: PageKey['status'];
}

/**
 * Yields the activities of a span of time of any length, newest first, and fetches one page at a time. An activity that
 * moves to another page during the scan is returned only once.
 */
export async function* scanActivities(context: GraphContext, { by, from, to, status }: ActivityScan) {
  const seen = new Set<string>();
  const now = context.now();
  const windows = windowsOf({ from, to: nextSecond(to < now ? to : now) });
  for (const window of windows) {
    // Omit an end in the future, which the tool rejects. Without an end, the tool also returns activities that are
    // ahead of our clock.
    const range = { from: window.from, to: window.to >= now ? undefined : window.to };
    for (let page = 1, endsWindow = false; !endsWindow; page += 1) {
      const { items, total } = await pageLoader(context).load({ by, window: range, status, page });
      const unseen = items.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      endsWindow = total === null ? items.length < activitiesPageSize : page * activitiesPageSize >= total;
      // With several windows, the total of one window is not the total of the span.
      yield { items: unseen, total: windows.length === 1 ? total : null, endsWindow };
    }
  }
}

/**
 * Returns the horizon: the earliest time at which an activity is searched by id. Lists of team records also start there
 * if their tool requires a start.
 */
export const horizonOf = ({ now, activityHorizonDays }: GraphContext) =>
  boundedDate(now().getTime() - activityHorizonDays * dayMs);

/**
 * Cost of the scan that finds activities by id. Reserves five calls of the operation's budget, enough for 730 days with
 * at most 500 activities per 180 days. Activities on a page of the operation need no scan.
 */
export const scanCalls = { tool: 'activities_list', calls: 5, unlessListed: true } as const;

/** Normalizes the id of an activity, because UUIDs are case-insensitive. */
export const activityKey = (id: string) => id.toLowerCase();

/**
 * Loads activities by id. No tool returns a single activity, so all ids share one scan of the team's activities, newest
 * first and back to the horizon. A later search in the same operation continues the scan where the previous one
 * stopped.
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
      // Searches share the scan, so they run one after another. After a failure, the next search starts a new scan.
      const search = searching.then(() => searchFor(ids));
      searching = search.catch(() => (scan = undefined));
      const failure = await search.then(() => null, toError);
      return ids.map((id) => found.get(activityKey(id)) ?? failure);
    },
    { cacheKeyFn: activityKey },
  );
});

/**
 * Returns the record of an activity, loaded if needed; null if the activity is older than the horizon or does not
 * exist.
 */
export const findActivity = async ({ id, record }: ActivityNode, context: GraphContext) =>
  record ?? (await activityLoader(context).load(id));

/**
 * Returns the record of an activity, loaded if needed.
 * @throws ToolError `NOT_FOUND` if the activity is older than the horizon or does not exist
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
