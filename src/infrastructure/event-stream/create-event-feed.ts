import type { Logger } from 'pino';
import type { Change, Changes, EventLog, StreamPosition } from './event-feed.ts';
import { createOrganizationStream, type FeedEvent, type OrganizationStream } from './organization-stream.ts';

interface EventFeedOptions {
  log: EventLog;
  changes: Pick<Changes, 'listen'>;
  /** Interval at which the log is polled while there are readers, to find events whose announcements were lost. */
  pollMs: number;
  onRead?: ((events: number) => void) | undefined;
  logger: Logger;
}

export type OpenedEventFeed = ReturnType<typeof createEventFeed>;

export type EventFeed = Omit<OpenedEventFeed, 'status'>;

/** Reads the log only while there are readers. */
export function createEventFeed(options: EventFeedOptions) {
  const { log, changes, pollMs, onRead = () => {}, logger } = options;
  const streams = new Map<string, OrganizationStream>();
  const activityListeners = new Map<string, Set<() => void>>();
  /** Organizations whose streams can have new events, or new readers. */
  const unchecked = new Set<string>();
  const failing = new Set<'ends' | 'read'>();
  let isChecking = false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;

  /** Starts to listen on first use: a process without readers, such as a pure platform node, needs no connection. */
  function listen() {
    stopListening ??= changes.listen(onChange);
  }

  function onChange(change: Change) {
    if ('organization' in change) {
      onEvent(change.organization);
    } else if ('activity' in change) {
      for (const listener of activityListeners.get(change.activity) ?? []) listener();
    } else if ('all' in change) {
      poll();
      for (const listeners of activityListeners.values()) for (const listener of listeners) listener();
    }
  }

  function onEvent(organization: string) {
    const stream = streams.get(organization);
    if (stream?.isOpen) stream.readNew();
    else if (stream) requestCheck([organization]);
  }

  function poll() {
    for (const stream of streams.values()) stream.releaseMemory();
    requestCheck(streams.keys());
  }

  function requestCheck(organizations: Iterable<string>) {
    for (const organization of organizations) unchecked.add(organization);
    if (!isChecking) void checkStreamEnds();
  }

  /** After a failure, the next poll tries again. */
  async function checkStreamEnds() {
    isChecking = true;
    let hasFailed = false;
    while (!hasFailed && unchecked.size > 0) {
      const checks = [...unchecked].flatMap((organization) => {
        const endCheck = streams.get(organization)?.beginCheck();
        return endCheck ? [{ organization, endCheck }] : [];
      });
      unchecked.clear();
      if (checks.length === 0) break;
      try {
        const ends = await log.ends(checks.map(({ organization }) => organization));
        await Promise.all(checks.map(({ organization, endCheck }) => endCheck(ends.get(organization))));
        reportSuccess('ends');
      } catch (error) {
        reportFailure('ends', error);
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

  function streamOf(organization: string): OrganizationStream {
    const existing = streams.get(organization);
    if (existing) return existing;
    const stream = createOrganizationStream({
      organization,
      log,
      onRead(events) {
        reportSuccess('read');
        onRead(events);
      },
      onFailure: (error) => reportFailure('read', error),
      onLost: () => requestCheck([organization]),
      onUnused() {
        streams.delete(organization);
        if (streams.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      },
    });
    streams.set(organization, stream);
    listen();
    timer ??= setInterval(poll, pollMs).unref();
    return stream;
  }

  return {
    /**
     * Reads from the end of the stream, or after `after`, until `signal` is aborted. Buffers nothing for slow readers.
     * @throws EventCursorError, also while reading, if events after the position are no longer stored
     */
    read(
      organization: string,
      { after, signal }: { after?: StreamPosition | undefined; signal: AbortSignal },
    ): AsyncIterable<FeedEvent> {
      const events = streamOf(organization).open({ after, signal });
      requestCheck([organization]);
      return events;
    },
    /** Without Redis, reports only changes by this process. @returns a function that stops listening */
    onActivityChanged(activityId: string, listener: () => void): () => void {
      listen();
      const listeners = activityListeners.get(activityId) ?? new Set();
      activityListeners.set(activityId, listeners.add(listener));
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) activityListeners.delete(activityId);
      };
    },
    status: () => ({
      readers: [...streams.values()].reduce((sum, { readers }) => sum + readers, 0),
      organizations: streams.size,
    }),
    close(): void {
      stopListening?.();
      for (const stream of streams.values()) stream.close();
      activityListeners.clear();
    },
  };
}
