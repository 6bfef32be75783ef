import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { expect, vi } from 'vitest';
import { createEventFeed } from '../../../src/infrastructure/event-stream/create-event-feed.ts';
import type {
  EventLog,
  HoldLimits,
  ReceivedEvent,
  ReceivingEventLog,
  StreamEvent,
  StreamPosition,
} from '../../../src/infrastructure/event-stream/event-feed.ts';
import { createLocalChanges } from '../../../src/infrastructure/event-stream/changes.ts';
import { createRedisEventLog } from '../../../src/infrastructure/event-stream/redis-event-log.ts';
import { createMemoryEventLog } from '../../../src/infrastructure/event-stream/memory-event-log.ts';
import { startRedisServer } from '../../support/network/redis-server.ts';
import { useClosing } from '../../support/resource.ts';

export const newEvent = (id: string = randomUUID()): ReceivedEvent => ({
  id,
  trigger: 'conversation_processed',
  occurredAt: new Date('2026-11-20T10:00:00Z'),
  activityId: null,
});

export interface FeedLabOptions {
  log?: ReceivingEventLog;
  pollMs?: number;
  /** Whether the log has `endOf`, which finds the end of an earlier generation, as in Redis. */
  hasGenerations?: boolean;
}

/** A feed on a log whose calls are recorded, and can be replaced by a test. */
export function openFeed({ log = createMemoryEventLog(), pollMs = 600_000, hasGenerations }: FeedLabOptions = {}) {
  const changes = createLocalChanges();
  const logged: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  const ends = vi.fn<EventLog['ends']>(log.ends);
  const read = vi.fn<EventLog['read']>(log.read);
  const endOfGeneration = vi.fn<NonNullable<EventLog['endOf']>>(async () => undefined);
  const recorded = { ends, read, ...(hasGenerations && { endOf: endOfGeneration }) };
  const feed = createEventFeed({ log: recorded, changes, pollMs, logger });
  const own = new AbortController();
  const lab = {
    feed,
    log,
    changes,
    ends,
    read,
    endOf: endOfGeneration,
    logged,
    /** Adds events without publishing a change; returns their ids. */
    append: (organization: string, count = 1) => appendMany(log, organization, count),
    /** Adds events and publishes one change. */
    async emit(organization: string, count = 1): Promise<string[]> {
      const ids = await lab.append(organization, count);
      changes.publish({ organization });
      return ids;
    },
    open(organization: string, after?: StreamPosition, signal: AbortSignal = own.signal) {
      return feed.read(organization, { after, signal })[Symbol.asyncIterator]();
    },
    /** Opens a reader and waits until it has begun at the end of the stream. */
    async openAtEnd(organization: string) {
      const calls = ends.mock.settledResults.length;
      const reader = lab.open(organization);
      await vi.waitFor(() => expect(ends.mock.settledResults.length).toBeGreaterThan(calls));
      return reader;
    },
    end: (organization: string) => endOf(log, organization),
    close() {
      own.abort();
      feed.close();
    },
  };
  return lab;
}

/** Reads `count` events, or fewer if the stream ends. */
export async function take(
  reader: AsyncIterator<StreamEvent & { generation: string }>,
  count: number,
): Promise<(StreamEvent & { generation: string })[]> {
  const events = [];
  while (events.length < count) {
    const { done, value } = await reader.next();
    if (done) break;
    events.push(value);
  }
  return events;
}

export const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);

/** Opens feeds that are closed after each test. Call it once in a suite. */
export function closedFeeds() {
  const closing = useClosing();
  return (options?: FeedLabOptions) => closing(openFeed(options));
}

/** Opens logs of received events, in this process or in Redis. */
export async function startEventLogs(isRedis: boolean) {
  const redis = isRedis ? await startRedisServer() : undefined;
  const opened: ReturnType<typeof createRedisEventLog>[] = [];
  const log = pino({ level: 'silent' });
  return {
    open(limits: Partial<HoldLimits> & { maxEvents?: number }): ReceivingEventLog {
      if (!redis) return createMemoryEventLog({ maxEvents: 1_000, maxOrganizations: 20, ...limits });
      const stored = createRedisEventLog({ url: redis.url, namespace: 'test', retentionDays: 30, ...limits, log });
      opened.push(stored);
      return stored;
    },
    async close() {
      for (const each of opened) each.close();
      await redis?.stop();
    },
  };
}

/** Returns the end of the stream of an organization. */
export async function endOf(events: ReceivingEventLog, organization: string): Promise<StreamPosition> {
  const end = (await events.ends([organization])).get(organization);
  if (!end) throw new Error(`${organization} has no stream`);
  return end;
}

/** Adds events; returns their ids. */
export async function appendMany(events: ReceivingEventLog, organization: string, count: number): Promise<string[]> {
  const added = Array.from({ length: count }, () => newEvent());
  for (const event of added) expect(await events.append(organization, event)).toBe(true);
  return idsOf(added);
}
