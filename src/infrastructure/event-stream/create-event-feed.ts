import type { Logger } from 'pino';
import type { Change, Changes, EventFeed, EventLog } from './event-feed.ts';
import { EventReader } from './event-reader.ts';
import { createTopic, type Topic } from './organization-stream.ts';

export interface EventFeedOptions {
  log: EventLog;
  changes: Pick<Changes, 'listen'>;
  /** Interval at which the log is polled while there are readers, to find events whose changes were lost. */
  pollMs: number;
  /** Called after each read of the log with the number of its events. */
  onRead?: ((events: number) => void) | undefined;
  logger: Logger;
}

/** A feed that reports its size. */
export interface OpenEventFeed extends EventFeed {
  status(): {
    /** Number of readers. */
    readers: number;
    /** Number of organizations with readers. */
    organizations: number;
  };
}

/** Opens the events of a deployment. While there are no readers, the log is not read. */
export function createEventFeed(options: EventFeedOptions): OpenEventFeed {
  const { log, changes, pollMs, onRead = () => {}, logger } = options;
  const topics = new Map<string, Topic>();
  const activityListeners = new Map<string, Set<() => void>>();
  /** Organizations whose end of the stream must be read. */
  const unchecked = new Set<string>();
  /** The operations of the log that fail at present. */
  const failing = new Set<'ends' | 'read'>();
  let isChecking = false;
  let timer: NodeJS.Timeout | undefined;

  let stopListening: (() => void) | undefined;

  /** Starts to listen on first use: a process without readers, such as a pure platform node, needs no connection for it. */
  function listen() {
    stopListening ??= changes.listen(onChange);
  }

  function onChange(change: Change) {
    if ('organization' in change) {
      onEvent(change.organization);
    } else if ('activity' in change) {
      for (const listener of activityListeners.get(change.activity) ?? []) listener();
    } else {
      poll();
      for (const listeners of activityListeners.values()) for (const listener of listeners) listener();
    }
  }

  function onEvent(organization: string) {
    const topic = topics.get(organization);
    if (!topic) return;
    if (topic.isOpen) topic.readNew();
    else requestCheck([organization]);
  }

  function poll() {
    for (const topic of topics.values()) topic.releaseMemory();
    requestCheck(topics.keys());
  }

  function requestCheck(organizations: Iterable<string>) {
    for (const organization of organizations) unchecked.add(organization);
    if (!isChecking) void checkEnds();
  }

  /** Reads the ends of streams until none is unchecked. After a failure, the next poll tries again. */
  async function checkEnds() {
    isChecking = true;
    let hasFailed = false;
    while (!hasFailed && unchecked.size > 0) {
      const checks = [...unchecked].flatMap((organization) => {
        const topic = topics.get(organization);
        return topic ? [{ organization, check: topic.beginCheck() }] : [];
      });
      unchecked.clear();
      if (checks.length === 0) break;
      try {
        const ends = await log.ends(checks.map(({ organization }) => organization));
        reportSuccess('ends');
        for (const { organization, check } of checks) check.succeed(ends.get(organization));
      } catch (error) {
        reportFailure('ends', error);
        for (const { check } of checks) check.fail();
        hasFailed = true;
      }
    }
    isChecking = false;
  }

  function reportFailure(operation: 'ends' | 'read', err: unknown) {
    if (failing.size === 0) logger.warn({ err }, 'the event log cannot be read: subscriptions wait');
    failing.add(operation);
  }

  function reportSuccess(operation: 'ends' | 'read') {
    if (failing.delete(operation) && failing.size === 0) logger.info('the event log can be read again');
  }

  function topicOf(organization: string): Topic {
    const existing = topics.get(organization);
    if (existing) return existing;
    const topic = createTopic({
      organization,
      log,
      onRead(events) {
        reportSuccess('read');
        onRead(events);
      },
      onFailure: (error) => reportFailure('read', error),
      onLost: () => requestCheck([organization]),
      onUnused() {
        topics.delete(organization);
        if (topics.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      },
    });
    topics.set(organization, topic);
    listen();
    timer ??= setInterval(poll, pollMs).unref();
    return topic;
  }

  return {
    read(organization, { after, signal }) {
      const source = topicOf(organization);
      const reader = new EventReader({ source, after, signal });
      if (signal.aborted) return reader;
      source.add(reader);
      requestCheck([organization]);
      return reader;
    },
    onActivityChanged(activityId, listener) {
      listen();
      const listeners = activityListeners.get(activityId) ?? new Set();
      activityListeners.set(activityId, listeners.add(listener));
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) activityListeners.delete(activityId);
      };
    },
    status: () => ({
      readers: [...topics.values()].reduce((sum, { readers }) => sum + readers, 0),
      organizations: topics.size,
    }),
    close() {
      stopListening?.();
      for (const topic of topics.values()) topic.close();
      activityListeners.clear();
    },
  };
}
