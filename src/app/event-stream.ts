import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createEventFeed, type OpenEventFeed } from '../event-stream/create-event-feed.ts';
import type { Changes, EventLog, ReceivingEventLog } from '../event-stream/event-feed.ts';
import { createLocalChanges } from '../event-stream/local-changes.ts';
import { createMemoryEventLog } from '../event-stream/memory-event-log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** How soon events are found whose changes were lost. */
const pollMs = 5_000;
/** The same if the nodes share a database, but no Redis through which they could tell each other about events. */
const pollWithoutRedisMs = 1_000;

/** Opens the changes that this process shares with the other nodes. */
export function openChanges(_config: Config, _options: { log: Logger }): Changes {
  return createLocalChanges();
}

export interface EventFeedParts {
  eventLog: EventLog;
  changes: Changes;
  metrics: Metrics;
  log: Logger;
}

export function openEventFeed({ cache, database }: Config, parts: EventFeedParts): OpenEventFeed {
  const { eventLog, changes, metrics, log } = parts;
  const isShared = typeof database === 'object' && 'url' in database;
  return createEventFeed({
    log: eventLog,
    changes,
    pollMs: isShared && cache.redisUrl === undefined ? pollWithoutRedisMs : pollMs,
    onRead: (events) => metrics.eventsRead.inc(events),
    logger: log,
  });
}

/** Opens the log of the events that a graph node receives from a remote platform. */
export function openReceivedEvents({ changes = createLocalChanges() }: { changes?: Changes | undefined }) {
  return { log: announced(createMemoryEventLog(), changes), close: () => {} };
}

/** Publishes a change after each event that is added to the log. */
const announced = (log: ReceivingEventLog, changes: Changes): ReceivingEventLog => ({
  ...log,
  async append(organization, event) {
    const isAdded = await log.append(organization, event);
    if (isAdded) changes.publish({ organization });
    return isAdded;
  },
});
