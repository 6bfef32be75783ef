import type { ActivityRecord } from '../../../../tools/conversation/activity.ts';
import type { ClosedPeriod, Period } from '../../../../connector/conversation/conversation-client.ts';
import { activitiesPageSize, type activityStatuses } from '../../../../tools/conversation/vocabulary.ts';
import { boundedDate } from '../../../../tools/rules/date-bounds.ts';
import type { GraphContext } from '../../../core/context.ts';
import { canonicalJson } from '../../../../tools/rules/json.ts';
import { perKeyLoader, perOperation } from '../../../core/loader.ts';
import { nextSecond, startOfSecond } from '../period.ts';
import { startTimesOf } from './start-time-cache.ts';

const dayMs = 86_400_000;

/** Length of a window, the period of one call. The tool requires less than six months, which have at least 181 days. */
export const windowMs = 180 * dayMs;

/** Splits a span of time into consecutive windows, newest first. */
export function windowsOf({ from, to }: ClosedPeriod): ClosedPeriod[] {
  const windows = [];
  for (let end = to.getTime(); end > from.getTime(); end -= windowMs) {
    windows.push({ from: new Date(Math.max(end - windowMs, from.getTime())), to: new Date(end) });
  }
  return windows;
}

interface PageKey {
  /** The time that must be within the window: the start of the activity, or its last change. */
  by: 'occurred' | 'updated';
  window: Period;
  status?: (typeof activityStatuses)[keyof typeof activityStatuses] | undefined;
  page: number;
}

/** Maximum number of pages of a scan that the operation caches, because a long scan would use too much memory. */
const maxCachedPages = 5;

/** The activities that the operation caches, by id: those on the first pages of each scan, and those loaded by id. */
export const cachedActivities = perOperation(() => new Map<string, ActivityRecord>());

/** Activities that calls of this operation returned: they are current, and the caller may see them. */
export const listedActivities = perOperation(() => new WeakSet<ActivityRecord>());

const pageLoader = perOperation((context) =>
  perKeyLoader(
    context,
    ({ by, window, status, page }: PageKey) => context.conversation.activities({ [by]: window, status, page }),
    canonicalJson,
  ),
);

export interface ActivityScan {
  by: 'occurred' | 'updated';
  from: Date;
  to: Date;
  status?: PageKey['status'];
  /** Whether the caller reads the scan to its end: several windows are then loaded at the same time. */
  readsAll?: boolean;
}

/** Less than the number of calls that a caller can have in flight, so that other fields can make calls meanwhile. */
const maxConcurrentWindows = 4;

/**
 * Yields the activities of a span of time, newest first, a page at a time. Yields an activity once, even if it moves to
 * another page.
 */
export async function* scanActivities(context: GraphContext, { by, from, to, status, readsAll }: ActivityScan) {
  const { turns } = context.operation;
  const seen = new Set<string>();
  const now = context.now();
  const windows = windowsOf({ from: startOfSecond(from), to: nextSecond(to < now ? to : now) });
  const keyOf = (window: ClosedPeriod, page: number): PageKey => {
    // The tool rejects an end in the future; without an end, it also returns activities that start after our `now`.
    return { by, window: { from: window.from, to: window.to >= now ? undefined : window.to }, status, page };
  };
  const load = (key: PageKey) => pageLoader(context).load(key);
  const startWindow = (window: ClosedPeriod) => {
    const firstPage = load(keyOf(window, 1));
    // Prevent an unhandled rejection: if an earlier window fails, the scan does not wait for this page.
    firstPage.catch(() => {});
    return firstPage;
  };
  const firstPages: ReturnType<typeof startWindow>[] = [];
  let pageCount = 0;
  for (const [index, window] of windows.entries()) {
    const end = index + (readsAll ? maxConcurrentWindows : 1);
    firstPages.push(...windows.slice(index + firstPages.length, end).map(startWindow));
    const firstPage = firstPages.shift() ?? load(keyOf(window, 1));
    for (let page = 1, endsWindow = false; !endsWindow; page += 1) {
      const key = keyOf(window, page);
      const { items, total } = await (page === 1 ? firstPage : load(key));
      pageCount += 1;
      // Let other callers run: the scans of many aliases wait for the same call, and then resume together.
      if (turns.isDue) await turns.take();
      for (const record of items) listedActivities(context).add(record);
      startTimesOf(context.connector).add(context.identifier, items);
      if (pageCount > maxCachedPages) pageLoader(context).clear(key);
      else for (const record of items) cachedActivities(context).set(record.id, record);
      const unseen = items.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      endsWindow = total === null ? items.length < activitiesPageSize : page * activitiesPageSize >= total;
      const endsScan = endsWindow && window === windows.at(-1);
      // If the span has several windows, the total of one window is not the total of the span.
      yield { items: unseen, total: windows.length === 1 ? total : null, endsWindow, endsScan };
    }
  }
}

/** The earliest start of activities that are searched by id; also the default `from` for tools that require it. */
export const horizonOf = ({ now, activityHorizonDays }: GraphContext) =>
  boundedDate(now().getTime() - activityHorizonDays * dayMs);

export interface TimedActivity {
  record: ActivityRecord;
  /** Epoch milliseconds to sort by. An activity without a time gets the time of the previous activity in the list. */
  time: number;
}

export const timeField = { occurred: 'startedAt', updated: 'updatedAt' } as const;

/**
 * Yields activities, newest first, a page of the tool at a time. Sorts the activities within a second, because the tool
 * does not define their order. If the tool's next page can continue a second, withholds the activities of that second
 * until that page; `withheld` is their number.
 */
export async function* listActivities(context: GraphContext, scan: ActivityScan) {
  let ofSameSecond: TimedActivity[] = [];
  let previousTime = scan.to.getTime();
  for await (const { items, total, endsWindow, endsScan } of scanActivities(context, scan)) {
    const activities: TimedActivity[] = [];
    const flushSecond = () => {
      activities.push(...ofSameSecond.toSorted(latestFirst));
      ofSameSecond = [];
    };
    for (const record of items) {
      const activity = { record, time: record[timeField[scan.by]]?.getTime() ?? previousTime };
      previousTime = activity.time;
      if (ofSameSecond[0] && secondOf(ofSameSecond[0]) !== secondOf(activity)) flushSecond();
      ofSameSecond.push(activity);
    }
    // Windows end at whole seconds, so a second never continues in the next window.
    if (endsWindow) flushSecond();
    yield { activities, withheld: ofSameSecond.length, total, endsScan };
  }
}

export const secondOf = ({ time }: TimedActivity) => Math.floor(time / 1000);

export const latestFirst = (a: TimedActivity, b: TimedActivity) =>
  b.time - a.time || (a.record.id < b.record.id ? 1 : -1);
