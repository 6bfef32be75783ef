import { EventCursorError, type EventLog, type StreamPosition } from './event-feed.ts';
import { createEventPages } from './event-pages.ts';
import type { EventReader, EventSource, FeedEvent } from './event-reader.ts';

export interface TopicOptions {
  organization: string;
  log: Pick<EventLog, 'read' | 'endOf'>;
  /** Called after each read of the log with the number of its events. */
  onRead(events: number): void;
  onFailure(error: unknown): void;
  /** Called when the log no longer contains the next events of the topic, so that its end must be read again. */
  onLost(): void;
  /** Called when the last reader has ended. */
  onUnused(): void;
}

/** The events of one organization that has readers in this process. */
export interface Topic extends EventSource {
  readonly readers: number;
  /** Whether the end of the stream is known, so that new events can be read. */
  readonly isOpen: boolean;
  /** Adds a reader, which begins at the next check. */
  add(reader: EventReader): void;
  /** Starts to check the end of the stream. */
  beginCheck(): EndCheck;
  /** Reads new events, once for all readers. */
  readNew(): void;
  /** Drops the stored events if all readers have read them. */
  releaseMemory(): void;
  /** Ends all readers. */
  close(): void;
}

/** A check of the end of the stream; exactly one of its functions must be called. */
export interface EndCheck {
  /** @param end undefined if the organization has no stream */
  succeed(end: StreamPosition | undefined): void;
  fail(): void;
}

/** Maximum number of recent events that are stored for readers, and of new events that are read at once. */
export const ringSize = 256;
/** The number of events that are read at once for readers that are behind. */
export const pageSize = 64;

export function createTopic({ organization, log, onRead, onFailure, onLost, onUnused }: TopicOptions): Topic {
  const readers = new Set<EventReader>();
  const joining = new Set<EventReader>();
  /** Readers that wait for new events. */
  const idle = new Set<EventReader>();
  /** Readers that wait until the log can be read again. */
  const stalled = new Set<EventReader>();
  /** Undefined until the end of the stream is known. */
  let generation: string | undefined;
  /** Position of the last event that was read; that of the last one in the ring unless the ring is empty. */
  let head = 0;
  /** Whether new events were announced that could not be read. */
  let hasUnread = false;
  /** The end of the previous generation, if the topic has read all of it. */
  let previous: StreamPosition | undefined;
  /** Whether the last read found that the next events are missing in the log. */
  let isLost = false;
  let ring: FeedEvent[] = [];
  let isReading = false;
  let isChanged = false;

  const pages = createEventPages({
    pageSize,
    read: (after, limit) => read({ generation: generation ?? '', position: after }, limit),
    onFailure(error, waiting) {
      for (const reader of waiting) stalled.add(reader);
      onFailure(error);
    },
  });

  async function read(after: StreamPosition, limit: number): Promise<FeedEvent[]> {
    const events = await log.read(organization, { after, limit });
    onRead(events.length);
    return events.map((event) => ({ ...event, generation: after.generation }));
  }

  /** Continues at another place, or at none until the next check. */
  function moveTo(end: StreamPosition | undefined) {
    if (generation !== undefined && generation !== end?.generation) {
      previous = hasUnread ? undefined : { generation, position: head };
    }
    isLost = false;
    hasUnread = false;
    generation = end?.generation;
    head = end?.position ?? 0;
    ring = [];
    pages.clear();
  }

  const joined = () => [...readers].filter(({ position }) => position !== undefined);

  function failAll(failed: Iterable<EventReader>) {
    for (const reader of failed) reader.fail(new EventCursorError());
  }

  /**
   * Returns where a reader of another generation continues, so that it misses nothing. If the log has lost that generation,
   * because Redis restarted empty, a reader that had read all of it continues at the start of the new one.
   */
  function continuation({ generation: name, position }: StreamPosition, ends: ReadonlyMap<string, number | undefined>) {
    const end = ends.get(name);
    if (end !== undefined) return position <= end ? position : undefined;
    const isCurrent = previous?.generation === name && previous.position === position;
    return log.endOf && isCurrent ? 0 : undefined;
  }

  /** Lets readers begin. Those that have begun in an earlier generation continue if nothing is missing. */
  async function join(beginning: EventReader[], end: StreamPosition) {
    const earlier = new Set(
      beginning.map(({ after = end }) => after.generation).filter((name) => name !== end.generation),
    );
    const ends = new Map<string, number | undefined>([[end.generation, end.position]]);
    let isCurrent = true;
    try {
      for (const name of log.endOf ? earlier : []) ends.set(name, await log.endOf?.(organization, name));
      isCurrent = generation === end.generation;
    } catch (error) {
      isCurrent = false;
      onFailure(error);
    }
    for (const reader of beginning) {
      const { after = end } = reader;
      reader.after = after;
      if (!readers.has(reader)) continue;
      const position = continuation(after, ends);
      if (!isCurrent) joining.add(reader);
      else if (position === undefined) reader.fail(new EventCursorError());
      else reader.begin(position);
    }
  }

  function wake(waiting: Set<EventReader>) {
    const woken = [...waiting];
    waiting.clear();
    for (const reader of woken) reader.wake();
  }

  async function readToEnd() {
    isReading = true;
    try {
      do {
        isChanged = false;
        if (generation === undefined || readers.size === 0) return;
        const from = { generation, position: head };
        const events = await read(from, ringSize);
        hasUnread = false;
        // The topic has moved in the meantime.
        if (generation !== from.generation || head !== from.position) continue;
        const [first] = events;
        if (first && first.position !== head + 1) throw new EventCursorError();
        head += events.length;
        ring = [...ring, ...events].slice(-ringSize);
        if (first) wake(idle);
        isChanged ||= events.length === ringSize;
      } while (isChanged);
    } catch (error) {
      if (error instanceof EventCursorError) {
        isLost = true;
        onLost();
      } else {
        hasUnread = true;
        onFailure(error);
      }
    } finally {
      isReading = false;
    }
  }

  function readNew() {
    isChanged = true;
    if (!isReading) void readToEnd();
  }

  return {
    get readers() {
      return readers.size;
    },
    get isOpen() {
      return generation !== undefined;
    },
    add(reader) {
      readers.add(reader);
      joining.add(reader);
    },
    remove(reader) {
      for (const set of [joining, idle, stalled]) set.delete(reader);
      readers.delete(reader);
      if (readers.size === 0) onUnused();
    },
    take(reader) {
      const { position } = reader;
      if (position === undefined) return undefined;
      const index = position - head + ring.length;
      if (position < head) return index < 0 ? pages.take(reader, position) : ring[index];
      idle.add(reader);
      return undefined;
    },
    beginCheck() {
      const before = { generation, head, isLost };
      const beginning = [...joining];
      joining.clear();
      return {
        succeed(end) {
          const isSame = end && before.generation === end.generation;
          const isTruncated = isSame && (before.isLost || end.position < before.head);
          if (!end || isTruncated) failAll(joined());
          if (!end) failAll(beginning);
          const interrupted = generation === undefined || end?.generation === generation ? [] : joined();
          for (const reader of interrupted) {
            reader.interrupt(generation ?? '');
            idle.delete(reader);
          }
          if (end?.generation !== generation || isTruncated) moveTo(end);
          if (end) void join([...beginning, ...interrupted], end);
          wake(stalled);
          if (end && end.position > head) readNew();
        },
        fail() {
          for (const reader of beginning) if (readers.has(reader)) joining.add(reader);
        },
      };
    },
    readNew,
    releaseMemory() {
      if (idle.size < readers.size) return;
      ring = [];
      pages.clear();
    },
    close() {
      for (const reader of readers) reader.end();
    },
  };
}
