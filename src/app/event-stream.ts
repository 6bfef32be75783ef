import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { createEventFeed, type OpenedEventFeed } from '../infrastructure/event-stream/create-event-feed.ts';
import type { Changes, EventLog, ReceivingEventLog } from '../infrastructure/event-stream/event-feed.ts';
import { createLocalChanges, createRedisChanges } from '../infrastructure/event-stream/changes.ts';
import { createMemoryEventLog } from '../infrastructure/event-stream/memory-event-log.ts';
import { createRedisEventLog } from '../infrastructure/event-stream/redis-event-log.ts';
import type { Metrics } from '../infrastructure/telemetry/metrics.ts';
import { cacheNamespace } from './cache-namespace.ts';

/** Interval at which nodes look for events whose announcements were lost. */
const pollMs = 5_000;
/** Interval for a database server: CLI commands add events without announcing them. */
const serverPollMs = 1_000;

/** Opens the channel for changes: Redis, if it is configured and there can be other nodes; otherwise this process. */
export function openChangeChannel(config: Config, { log }: { log: Logger }): Changes {
  const { redisUrl } = config.cache;
  const isAlone = config.remotePlatform === undefined && !hasDatabaseServer(config);
  if (redisUrl === undefined || isAlone) return createLocalChanges();
  return createRedisChanges({ url: redisUrl, namespace: cacheNamespace(config), log });
}

interface EventFeedParts {
  eventLog: EventLog;
  changes: Changes;
  metrics: Metrics;
  log: Logger;
}

export const openEventFeed = (config: Config, { eventLog, changes, metrics, log }: EventFeedParts): OpenedEventFeed =>
  createEventFeed({
    log: eventLog,
    changes,
    pollMs: hasDatabaseServer(config) ? serverPollMs : pollMs,
    onRead: (events) => metrics.eventsRead.inc(events),
    logger: log,
  });

interface ReceiverParts {
  config: Config;
  /** Announces changes; by default only within this process. */
  changes?: Changes;
  log: Logger;
}

/** Opens the log of events received by webhooks: in Redis if `REDIS_URL` is set, otherwise in this process. */
export function openReceivingEventLog({ config, changes = createLocalChanges(), log }: ReceiverParts) {
  const { redisUrl: url } = config.cache;
  if (url === undefined) return { eventLog: announcing(createMemoryEventLog(), changes), close: () => {} };
  const { retentionDays } = config.events;
  const { close, ...redisLog } = createRedisEventLog({ url, namespace: cacheNamespace(config), retentionDays, log });
  return { eventLog: announcing(redisLog, changes), close };
}

const hasDatabaseServer = ({ database, remotePlatform }: Config) =>
  remotePlatform === undefined && typeof database === 'object' && 'url' in database;

/** Announces repeated events too: the first attempt may have stored the event but failed to announce it. */
const announcing = (eventLog: ReceivingEventLog, changes: Changes): ReceivingEventLog => ({
  ...eventLog,
  async append(organization, event) {
    const isAdded = await eventLog.append(organization, event);
    changes.publish({ organization });
    if (event.activityId !== null) changes.publish({ activity: event.activityId });
    return isAdded;
  },
});
