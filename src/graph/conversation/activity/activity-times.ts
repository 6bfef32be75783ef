import type { Connector } from '../../../connector/connector.ts';
import type { ClosedPeriod } from '../../../connector/conversation/conversation-client.ts';
import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import type { GraphContext } from '../../core/context.ts';
import { activityKey } from './activity-key.ts';

/** Remembers when activities started, so that an activity of which only the id is known needs no search of years. */
export interface ActivityTimes {
  /** Remembers the start times of activities that a tool returned for the identifier. */
  remember(identifier: string, activities: readonly Pick<ActivityRecord, 'id' | 'startedAt'>[]): void;
  /**
   * Returns the start of an activity in epoch milliseconds when the identifier last loaded it; undefined if it is not
   * known. The activity may have been moved or deleted since.
   */
  timeOf(identifier: string, id: string): number | undefined;
  /** Returns the number of remembered activities that started in a span of time. There may be more. */
  countWithin(identifier: string, span: ClosedPeriod): number;
}

export interface ActivityTimesOptions {
  /** Maximum number of activities per identifier, so that one caller cannot displace those of all others. */
  maxPerIdentifier?: number;
  /** Maximum number of activities of all identifiers. 250,000 occupy about 35 MB. */
  maxActivities?: number;
}

/** Forgets the activities that were loaded least recently, and those of the identifiers that loaded least recently. */
export function createActivityTimes({
  maxPerIdentifier = 25_000,
  maxActivities = 250_000,
}: ActivityTimesOptions = {}): ActivityTimes {
  // A `Map` iterates in the order of insertion, so the first entry is the oldest.
  const byIdentifier = new Map<string, Map<string, number>>();
  let count = 0;

  function forgetOldest(): void {
    const [oldest] = byIdentifier;
    if (!oldest) return;
    const [identifier, times] = oldest;
    byIdentifier.delete(identifier);
    count -= times.size;
  }

  return {
    remember(identifier, activities) {
      const times = byIdentifier.get(identifier) ?? new Map<string, number>();
      byIdentifier.delete(identifier);
      byIdentifier.set(identifier, times);
      count -= times.size;
      for (const { id, startedAt } of activities) {
        const key = activityKey(id);
        times.delete(key);
        if (startedAt) times.set(key, startedAt.getTime());
        if (times.size > maxPerIdentifier) deleteFirst(times);
      }
      count += times.size;
      while (count > maxActivities && byIdentifier.size > 1) forgetOldest();
    },
    timeOf: (identifier, id) => byIdentifier.get(identifier)?.get(activityKey(id)),
    countWithin: (identifier, { from, to }) =>
      [...(byIdentifier.get(identifier)?.values() ?? [])].filter(
        (time) => time >= from.getTime() && time < to.getTime(),
      ).length,
  };
}

function deleteFirst(times: Map<string, number>): void {
  const [first] = times.keys();
  if (first !== undefined) times.delete(first);
}

const timesByConnector = new WeakMap<Connector, ActivityTimes>();

/** Returns the start times that all operations on the same connector share. */
export function activityTimes({ connector }: GraphContext): ActivityTimes {
  const times = timesByConnector.get(connector) ?? createActivityTimes();
  timesByConnector.set(connector, times);
  return times;
}
