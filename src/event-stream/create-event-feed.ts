import type { Logger } from 'pino';
import type { Change, Changes, EventFeed, EventLog } from './event-feed.ts';
import { EventReader } from './event-reader.ts';
import { createTopic, type Topic } from './topic.ts';

export interface EventFeedOptions {
  log: EventLog;
  changes: Pick<Changes, 'listen'>;
  /** The interval of the looks at the log while there are readers, which find events whose changes were lost. */
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
  /** Organizations at whose end of the stream the feed has to look. */
  const toLookAt = new Set<string>();
  /** What fails at the moment. */
  const failing = new Set<'ends' | 'read'>();
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  let stopListening: (() => void) | undefined;

  /** A process without readers, such as one that serves the platform only, does not listen to other nodes. */
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
    else lookAt([organization]);
  }

  function poll() {
    for (const topic of topics.values()) topic.releaseMemory();
    lookAt(topics.keys());
  }

  function lookAt(organizations: Iterable<string>) {
    for (const organization of organizations) toLookAt.add(organization);
    if (!isLooking) void look();
  }

  /** Looks at the ends of streams until there is nothing to look at. After a failure, the next poll tries again. */
  async function look() {
    isLooking = true;
    let isWorking = true;
    while (isWorking && toLookAt.size > 0) {
      const looks = [...toLookAt].flatMap((organization) => {
        const topic = topics.get(organization);
        return topic ? [{ organization, topic: topic.look() }] : [];
      });
      toLookAt.clear();
      if (looks.length === 0) break;
      try {
        const ends = await log.ends(looks.map(({ organization }) => organization));
        reportSuccess('ends');
        for (const { organization, topic } of looks) topic.succeed(ends.get(organization));
      } catch (error) {
        reportFailure('ends', error);
        for (const { topic } of looks) topic.fail();
        isWorking = false;
      }
    }
    isLooking = false;
  }

  function reportFailure(what: 'ends' | 'read', err: unknown) {
    if (failing.size === 0) logger.warn({ err }, 'the event log cannot be read: subscriptions wait');
    failing.add(what);
  }

  function reportSuccess(what: 'ends' | 'read') {
    if (failing.delete(what) && failing.size === 0) logger.info('the event log can be read again');
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
      lookAt([organization]);
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
