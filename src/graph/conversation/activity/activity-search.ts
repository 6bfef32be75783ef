import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import type { GraphContext } from '../../core/context.ts';
import { activityKey } from './activity-key.ts';
import { heldActivities, horizonOf, scanActivities } from './activity-scan.ts';
import { activityTimes } from './activity-times.ts';
import { type KnownSpan, spansOf } from './known-spans.ts';

/** Finds activities by id for one operation. No tool returns a single activity, so it lists those of a span of time. */
export interface ActivitySearch {
  /** Searches for activities. Must not run twice at the same time. @throws the error of a call; later ids can be found */
  find(ids: readonly string[]): Promise<void>;
  /** Returns an activity that the operation has loaded. */
  found(id: string): ActivityRecord | undefined;
}

/**
 * Creates the search of an operation. Activities whose start is known from earlier calls are listed by their start. For
 * other ids it scans the activities of the team, newest first and back to the horizon; a later search continues where
 * the scan stopped. Known starts never cost more calls than a scan would, unless an activity has been moved since.
 */
export function createActivitySearch(context: GraphContext): ActivitySearch {
  const { identifier } = context;
  const times = activityTimes(context);
  const held = heldActivities(context);
  const horizon = horizonOf(context);
  /** Activities that the scan has passed and the operation does not hold: their starts in epoch milliseconds. */
  const passed = new Map<string, number>();
  let scan: ReturnType<typeof scanActivities> | undefined;

  const isMissing = (key: string) => !held.has(key);

  function timeOf(key: string): number | undefined {
    const time = passed.get(key) ?? times.timeOf(identifier, key);
    return time !== undefined && time >= horizon.getTime() ? time : undefined;
  }

  function byKnowledge(keys: readonly string[]) {
    const known = keys.flatMap((key) => {
      const time = timeOf(key);
      return time === undefined ? [] : [{ key, time }];
    });
    return { known, unknown: keys.filter((key) => timeOf(key) === undefined) };
  }

  /** Continues the scan until the activities with these keys are found. Holds all that are wanted on the way. */
  async function scanFor(keys: readonly string[], wanted: ReadonlySet<string>): Promise<void> {
    while (keys.some(isMissing)) {
      scan ??= scanActivities(context, { by: 'occurred', from: horizon, to: context.now() });
      const page = await scan.next();
      if (page.done) return;
      for (const record of page.value.items) {
        const key = activityKey(record.id);
        if (record.startedAt && !wanted.has(key)) passed.set(key, record.startedAt.getTime());
        else held.set(key, record);
      }
    }
  }

  /** Lists spans of time until the activities with these keys are found. */
  async function listSpan({ keys, from, to }: KnownSpan): Promise<void> {
    for await (const { items } of scanActivities(context, { by: 'occurred', from, to })) {
      for (const record of items) if (keys.includes(activityKey(record.id))) held.set(activityKey(record.id), record);
      if (!keys.some(isMissing)) return;
    }
  }

  return {
    found: (id) => held.get(activityKey(id)),
    async find(ids) {
      const wanted = new Set(ids.map(activityKey));
      const missing = () => [...wanted].filter(isMissing);
      try {
        const { known, unknown } = byKnowledge(missing());
        // First the scan for unknown starts: it may pass the other activities.
        await scanFor(unknown, wanted);
        const spans = spansOf(
          known.filter(({ key }) => isMissing(key)),
          { now: context.now(), count: (span) => times.countWithin(identifier, span) },
        );
        await Promise.all(spans.map(listSpan));
        await scanFor(missing(), wanted);
      } catch (error) {
        // The generator has ended with the error, so the next search starts a new scan.
        scan = undefined;
        throw error;
      }
    },
  };
}
