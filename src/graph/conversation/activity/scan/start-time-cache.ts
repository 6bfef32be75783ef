import { LRUCache } from 'lru-cache';
import type { Connector } from '../../../../connector/connector.ts';
import type { ClosedPeriod } from '../../../../connector/conversation/conversation-client.ts';
import type { ActivityRecord } from '../../../../tools/conversation/activity.ts';
import { oncePer } from '../../../core/loader.ts';

/** Maximum number of activities per identifier, so that one caller cannot displace the activities of other callers. */
export const maxPerIdentifier = 25_000;

/** Maximum number of activities of all identifiers. They occupy about 35 MB. */
export const maxActivities = 250_000;

/** Caches start times of activities. Over a limit, evicts the activity or identifier that was loaded longest ago. */
export function createStartTimeCache() {
  const byIdentifier = new LRUCache<string, Map<string, number>>({
    maxSize: maxActivities,
    sizeCalculation: (times) => times.size,
  });

  return {
    add(identifier: string, activities: readonly Pick<ActivityRecord, 'id' | 'startedAt'>[]): void {
      const times = byIdentifier.get(identifier) ?? new Map<string, number>();
      for (const { id, startedAt } of activities) {
        times.delete(id);
        if (startedAt) times.set(id, startedAt.getTime());
        if (times.size > maxPerIdentifier) deleteFirst(times);
      }
      // Delete the entry first: the cache measures the size of a value only when the value is added.
      byIdentifier.delete(identifier);
      if (times.size > 0) byIdentifier.set(identifier, times);
    },
    /** Start in epoch milliseconds; undefined if unknown. The activity may have been moved or deleted since. */
    startOf: (identifier: string, id: string) => byIdentifier.peek(identifier)?.get(id),
    /** The number of cached activities that started in a span of time; the service may have more. */
    countWithin: (identifier: string, { from, to }: ClosedPeriod) =>
      [...(byIdentifier.peek(identifier)?.values() ?? [])].filter(
        (time) => time >= from.getTime() && time < to.getTime(),
      ).length,
  };
}

/** Deletes the oldest entry: a `Map` iterates in the order of insertion. */
function deleteFirst(times: Map<string, number>): void {
  const [first] = times.keys();
  if (first !== undefined) times.delete(first);
}

export const startTimesOf = oncePer<Connector, ReturnType<typeof createStartTimeCache>>(createStartTimeCache);
