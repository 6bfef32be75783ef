import type DataLoader from 'dataloader';
import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import type { GraphContext } from '../../core/context.ts';
import { batchLoader, perOperation, toError } from '../../core/loader.ts';
import type { ClosedPeriod } from '../../../connector/conversation/conversation-client.ts';
import { activitiesPageSize } from '../../../tools/conversation/vocabulary.ts';
import { cachedActivities, horizonOf, scanActivities, windowMs } from './scan/activity-scan.ts';
import { startTimesOf } from './scan/start-time-cache.ts';

/** An activity whose record is loaded when a field needs it. */
export interface ActivityNode {
  id: string;
  record?: ActivityRecord;
}

export const asActivityNode = (record: ActivityRecord): ActivityNode => ({ id: record.id, record });

/** The cost of a scan: 730 days with at most 500 activities per 180 days take five calls. */
export const scanCalls = { tool: 'activities_list', calls: 5, unlessListed: true } as const;

/** Loads activities by id. All ids of the operation share one search. */
export const activityLoader = perOperation((context): DataLoader<string, ActivityRecord | null> => {
  const search = createActivitySearch(context);
  let searching: Promise<unknown> = Promise.resolve();

  return batchLoader<string, ActivityRecord | null>(context, async (ids) => {
    // Loads share the scan, so they run one after another.
    const result = searching.then(() => search.load(ids));
    searching = result.catch(() => undefined);
    const failure = await result.then(() => null, toError);
    return ids.map((id) => search.get(id) ?? failure);
  });
});

export const findActivity = async ({ id, record }: ActivityNode, context: GraphContext) =>
  record ?? (await activityLoader(context).load(id));

/** @throws ToolError `NOT_FOUND` if the activity is older than the horizon or does not exist */
export async function activityRecord(activity: ActivityNode, context: GraphContext): Promise<ActivityRecord> {
  const found = await findActivity(activity, context);
  if (found) return found;
  throw new ToolError({
    code: 'NOT_FOUND',
    tool: 'activities_list',
    message: `There is no activity with the id ${JSON.stringify(activity.id)} in the last ${context.activityHorizonDays} days.`,
  });
}

/**
 * Creates a search for activities by id; no tool returns a single activity. If the start of an activity is known from
 * earlier calls, the search lists the activities that started in the same second; otherwise it scans the activities of
 * the team, newest first, back to the horizon. A later `load` continues the scan. Known starts never cost more calls
 * than a scan, unless the start of an activity has changed.
 */
function createActivitySearch(context: GraphContext) {
  const { identifier } = context;
  const startTimes = startTimesOf(context.connector);
  const cached = cachedActivities(context);
  const horizon = horizonOf(context);
  /** Starts, in epoch milliseconds, of scanned activities that have not been requested yet. */
  const startsOfScanned = new Map<string, number>();
  let scan: ReturnType<typeof scanActivities> | undefined;

  const isMissing = (id: string) => !cached.has(id);

  function cachedStartMs(id: string): number | undefined {
    const startedAtMs = startsOfScanned.get(id) ?? startTimes.startOf(identifier, id);
    return startedAtMs !== undefined && startedAtMs >= horizon.getTime() ? startedAtMs : undefined;
  }

  function splitByKnownStart(ids: readonly string[]) {
    const known = ids.flatMap((id) => {
      const startedAtMs = cachedStartMs(id);
      return startedAtMs === undefined ? [] : [{ id, startedAtMs }];
    });
    return { known, unknown: ids.filter((id) => cachedStartMs(id) === undefined) };
  }

  async function scanFor(ids: readonly string[], wanted: ReadonlySet<string>): Promise<void> {
    while (ids.some(isMissing)) {
      scan ??= scanActivities(context, { by: 'occurred', from: horizon, to: context.now() });
      const page = await scan.next();
      if (page.done) return;
      for (const record of page.value.items) {
        // A start takes less memory than a record.
        if (record.startedAt && !wanted.has(record.id)) startsOfScanned.set(record.id, record.startedAt.getTime());
        else cached.set(record.id, record);
      }
    }
  }

  async function listSpan({ ids, from, to }: KnownSpan): Promise<void> {
    for await (const { items } of scanActivities(context, { by: 'occurred', from, to })) {
      for (const record of items) if (ids.includes(record.id)) cached.set(record.id, record);
      if (!ids.some(isMissing)) return;
    }
  }

  return {
    get: (id: string) => cached.get(id),
    /** Calls must not overlap. @throws the error of a tool call; a later call can load the missing activities */
    async load(ids: readonly string[]): Promise<void> {
      const wanted = new Set(ids);
      const missing = () => [...wanted].filter(isMissing);
      try {
        const { known, unknown } = splitByKnownStart(missing());
        // Scan for the unknown starts first: the scan may also return activities whose start is known.
        await scanFor(unknown, wanted);
        const spans = spansOf(
          known.filter(({ id }) => isMissing(id)),
          { now: context.now(), count: (span) => startTimes.countWithin(identifier, span) },
        );
        await Promise.all(spans.map(listSpan));
        await scanFor(missing(), wanted);
      } catch (error) {
        // The scan's generator has ended with the error, so the next `load` starts a new scan.
        scan = undefined;
        throw error;
      }
    },
  };
}

interface KnownActivity {
  id: string;
  /** Start of the activity, in epoch milliseconds, according to the record that was last loaded. */
  startedAtMs: number;
}

/** A span of whole seconds that contains the known starts of some activities. */
interface KnownSpan extends ClosedPeriod {
  ids: string[];
}

interface SpanOptions {
  now: Date;
  /** The number of activities in a span, as far as earlier calls have listed them. */
  count: (span: ClosedPeriod) => number;
}

/**
 * Returns the spans to list. Listing them takes no more calls than a scan, which makes at least one call per window of
 * 180 days. Each second in which an activity started is a span of its own, unless a single span for all activities of a
 * window takes fewer calls.
 */
export function spansOf(activities: readonly KnownActivity[], { now, count }: SpanOptions): KnownSpan[] {
  const byWindow = Map.groupBy(activities, ({ startedAtMs }) => Math.floor((now.getTime() - startedAtMs) / windowMs));
  return [...byWindow.values()].flatMap((ofWindow) => {
    const bySecond = Map.groupBy(ofWindow, ({ startedAtMs }) => Math.floor(startedAtMs / 1000));
    const seconds = [...bySecond.keys()];
    const idsOf = (known: readonly KnownActivity[]) => known.map(({ id }) => id);
    const span = { ...spanOf(Math.min(...seconds), Math.max(...seconds)), ids: idsOf(ofWindow) };
    if (bySecond.size > Math.ceil(count(span) / activitiesPageSize)) return [span];
    return Array.from(bySecond, ([second, known]) => ({ ...spanOf(second, second), ids: idsOf(known) }));
  });
}

const spanOf = (first: number, last: number): ClosedPeriod => ({
  from: new Date(first * 1000),
  to: new Date((last + 1) * 1000),
});
