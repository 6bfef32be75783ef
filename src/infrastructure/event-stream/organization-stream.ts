import { createEventPages, pageSize } from './event-pages.ts';
import { EventCursorError, type EventLog, type StreamEvent, type StreamPosition } from './event-feed.ts';

/** All readers of a stream share one object for each event. */
export type FeedEvent = StreamEvent & { generation: string };

interface OrganizationStreamOptions {
  organization: string;
  log: Pick<EventLog, 'read' | 'endOf'>;
  onRead(events: number): void;
  onFailure(error: unknown): void;
  /** Reports that the log has lost the next events, so that the end of the stream must be read again. */
  onLost(): void;
  onUnused(): void;
}

export type OrganizationStream = ReturnType<typeof createOrganizationStream>;

interface Reader {
  /** Position after which the reader begins; undefined to begin at the end of the stream. */
  after: StreamPosition | undefined;
  /** Position of the last received event; undefined until the reader's place in the current generation is known. */
  position: number | undefined;
  error: Error | undefined;
  wake: () => void;
}

/** Maximum number of recent events in memory, and of new events that are read at once. */
export const ringSize = 256;

/** Reads the events of one organization from the log, once for all readers. */
export function createOrganizationStream(options: OrganizationStreamOptions) {
  const { organization, log, onRead, onFailure, onLost, onUnused } = options;
  const readers = new Set<Reader>();
  /** The current generation; undefined until the end of the stream is known. */
  let generation: string | undefined;
  /** Position of the last event that was read; the ring ends with this event unless the ring is empty. */
  let head = 0;
  let ring: FeedEvent[] = [];
  const pages = createEventPages<Reader, FeedEvent>({
    read: (after) => read({ generation: generation ?? '', position: after }, pageSize),
    end,
    onFailure: (error) => {
      isStalled = true;
      onFailure(error);
    },
  });
  /** Whether announced events could not be read. */
  let hasUnread = false;
  /** The end of the previous generation, if all of it was read. */
  let previous: StreamPosition | undefined;
  /** Whether the log no longer has the event after `head`. */
  let isLost = false;
  /** Whether readers wait until the log can be read again. */
  let isStalled = false;
  let isReading = false;
  /** Whether the stream must be read again after the current read. */
  let isChanged = false;

  function end(reader: Reader, error?: Error) {
    if (!readers.delete(reader)) return;
    reader.error = error;
    reader.wake();
    if (readers.size === 0) onUnused();
  }

  function wakeAll() {
    for (const reader of readers) reader.wake();
  }

  async function* eventsOf(reader: Reader): AsyncGenerator<FeedEvent, undefined> {
    try {
      while (readers.has(reader)) {
        const event = take(reader);
        if (event) {
          reader.position = event.position;
          yield event;
        } else await new Promise<void>((resolve) => (reader.wake = resolve));
      }
      if (reader.error) throw reader.error;
    } finally {
      end(reader);
    }
  }

  /** Returns the reader's next event. If the event is not in memory, returns undefined, and wakes the reader later. */
  function take(reader: Reader): FeedEvent | undefined {
    const { position } = reader;
    if (position === undefined || position >= head) return undefined;
    return ring[position - head + ring.length] ?? pages.take(reader, position);
  }

  async function read(after: StreamPosition, limit: number): Promise<FeedEvent[]> {
    const events = await log.read(organization, { after, limit });
    onRead(events.length);
    return events.map((event) => ({ ...event, generation: after.generation }));
  }

  function readNew() {
    isChanged = true;
    if (!isReading) void readToEnd();
  }

  async function readToEnd() {
    isReading = true;
    do {
      isChanged = false;
      if (generation === undefined || readers.size === 0) break;
      await readOnce({ generation, position: head });
    } while (isChanged);
    isReading = false;
  }

  async function readOnce(from: StreamPosition) {
    /** Whether the stream moved during the read: the events are then outdated and must be read again. */
    const hasMoved = () => generation !== from.generation || head !== from.position;
    try {
      const events = await read(from, ringSize);
      if (hasMoved()) {
        isChanged = true;
        return;
      }
      hasUnread = false;
      const [first] = events;
      if (first && first.position !== head + 1) throw new EventCursorError();
      head += events.length;
      ring = [...ring, ...events].slice(-ringSize);
      if (first) wakeAll();
      isChanged ||= events.length === ringSize;
    } catch (error) {
      const areEventsLost = error instanceof EventCursorError;
      if (!areEventsLost) onFailure(error);
      isChanged = hasMoved();
      if (isChanged) return;
      if (areEventsLost) {
        isLost = true;
        onLost();
      } else hasUnread = true;
    }
  }

  /** @param place the new end of the stream; undefined if the next check will find it */
  function moveTo(place: StreamPosition | undefined) {
    if (generation !== undefined && generation !== place?.generation) {
      previous = hasUnread ? undefined : { generation, position: head };
    }
    isLost = false;
    hasUnread = false;
    generation = place?.generation;
    head = place?.position ?? 0;
    ring = [];
    pages.clear();
  }

  /**
   * Starts waiting readers. A reader from an older generation resumes if the end of that generation is known. If Redis
   * restarted empty, the end is unknown: a reader that had read that whole generation begins the current generation.
   */
  async function begin(beginning: readonly Reader[], current: StreamPosition) {
    for (const reader of beginning) reader.after ??= current;
    const lastOf = new Map<string, number | undefined>([[current.generation, current.position]]);
    for (const { after } of log.endOf ? beginning : []) {
      if (after && !lastOf.has(after.generation)) {
        lastOf.set(after.generation, await log.endOf?.(organization, after.generation));
      }
    }
    for (const reader of beginning) {
      const { after = current } = reader;
      const last = lastOf.get(after.generation);
      const hasReadAll = previous?.generation === after.generation && previous.position === after.position;
      if (last !== undefined && after.position <= last) reader.position = after.position;
      else if (last === undefined && log.endOf && hasReadAll) reader.position = 0;
      else end(reader, new EventCursorError());
      reader.wake();
    }
  }

  return {
    get readers() {
      return readers.size;
    },
    readNew,
    /** Whether the end of the stream is known, so that `readNew` can find events. */
    get isOpen() {
      return generation !== undefined;
    },
    open({ after, signal }: { after: StreamPosition | undefined; signal: AbortSignal }) {
      const reader: Reader = { after, position: undefined, error: undefined, wake: () => {} };
      readers.add(reader);
      if (signal.aborted) end(reader);
      else signal.addEventListener('abort', () => end(reader), { once: true });
      return eventsOf(reader);
    },
    /**
     * Call this before you read the end of the stream, then pass that end to the returned function, or undefined if the
     * organization has no stream. The function starts the readers that were waiting before the end was read.
     */
    beginCheck() {
      const before = { generation, head, isLost };
      const unplaced = [...readers].filter(({ position }) => position === undefined);
      return async (found: StreamPosition | undefined): Promise<void> => {
        const placed = [...readers].filter(({ position }) => position !== undefined);
        const isSame = found && before.generation === found.generation;
        const isTruncated = isSame && (before.isLost || found.position < before.head);
        if (isTruncated || !found) for (const reader of placed) end(reader, new EventCursorError());
        if (!found) for (const reader of unplaced) end(reader, new EventCursorError());
        const beginning = unplaced.filter((reader) => readers.has(reader));
        if (generation !== undefined && found && found.generation !== generation) {
          for (const reader of placed) {
            reader.after = { generation, position: reader.position ?? 0 };
            reader.position = undefined;
            beginning.push(reader);
          }
        }
        if (found?.generation !== generation || isTruncated) moveTo(found);
        if (found && found.position > head) readNew();
        if (isStalled) wakeAll();
        isStalled = false;
        if (found) await begin(beginning, found);
      };
    },
    releaseMemory() {
      for (const { position } of readers) if (position !== head) return;
      ring = [];
      pages.clear();
    },
    close() {
      for (const reader of readers) end(reader);
    },
  };
}
