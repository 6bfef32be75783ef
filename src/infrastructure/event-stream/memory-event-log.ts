import { randomUUID } from 'node:crypto';
import {
  defaultHoldLimits,
  EventCursorError,
  type HoldLimits,
  type ReceivedEvent,
  type ReceivingEventLog,
  type StreamEvent,
} from './event-feed.ts';

interface MemoryLogLimits extends Partial<HoldLimits> {
  /** Maximum number of events of one organization. */
  maxEvents: number;
  /** Beyond this number, the least recently used organization is removed. */
  maxOrganizations: number;
}

/** Without details, an event takes about 250 bytes, and the log at most 125 MB. */
const defaultLimits: MemoryLogLimits = { maxEvents: 1_000, maxOrganizations: 500 };

interface Stream {
  generation: string;
  position: number;
  events: StreamEvent[];
  ids: Set<string>;
  /** Events that wait for earlier events, in the order of the platform. */
  held: HeldEvent[];
}

interface HeldEvent {
  event: Omit<ReceivedEvent, 'order'>;
  position: number;
  after: string | undefined;
  /** The earliest time at which this event, or an event after it, was received. */
  receivedAt: number;
}

/** Stores the last events in memory: other processes cannot read them, and they are lost when this process ends. */
export function createMemoryEventLog(limits: MemoryLogLimits = defaultLimits): ReceivingEventLog {
  const { maxEvents, maxOrganizations, holdMs, maxHeld } = { ...defaultHoldLimits, ...limits };
  /** The most recently used organization is last. */
  const streams = new Map<string, Stream>();

  function streamOf(organization: string): Stream {
    const stream = streams.get(organization) ?? {
      generation: randomUUID(),
      position: 0,
      events: [],
      ids: new Set<string>(),
      held: [],
    };
    streams.delete(organization);
    streams.set(organization, stream);
    for (const oldest of streams.keys()) {
      if (streams.size <= maxOrganizations) break;
      streams.delete(oldest);
    }
    release(stream);
    return stream;
  }

  function add(stream: Stream, event: Omit<ReceivedEvent, 'order'>) {
    stream.position += 1;
    stream.events.push({ ...event, position: stream.position });
    if (stream.events.length <= maxEvents) return;
    const removed = stream.events.shift();
    if (removed) stream.ids.delete(removed.id);
  }

  function release(stream: Stream) {
    for (let first = stream.held[0]; first; first = stream.held[0]) {
      const { event, after, receivedAt } = first;
      const isMissing = after !== undefined && !stream.ids.has(after);
      if (isMissing && performance.now() - receivedAt < holdMs && stream.held.length <= maxHeld) return;
      stream.held.shift();
      add(stream, event);
    }
  }

  return {
    ends: async (organizations) =>
      new Map(
        organizations.map((organization) => {
          const { generation, position } = streamOf(organization);
          return [organization, { generation, position }];
        }),
      ),
    async read(organization, { after, limit }) {
      const { generation, position, events } = streamOf(organization);
      const removed = position - events.length;
      if (after.generation !== generation || after.position < removed || after.position > position)
        throw new EventCursorError();
      return events.slice(after.position - removed, after.position - removed + limit);
    },
    async append(organization, { order, ...event }) {
      const stream = streamOf(organization);
      if (stream.ids.has(event.id)) return false;
      stream.ids.add(event.id);
      if (order) {
        const later = stream.held.findIndex(({ position }) => position > order.position);
        const index = later === -1 ? stream.held.length : later;
        // This event must not wait longer than the events after it, so the earliest time of receipt counts.
        const receivedAt = Math.min(performance.now(), stream.held[index]?.receivedAt ?? Infinity);
        stream.held.splice(index, 0, { event, ...order, receivedAt });
        release(stream);
      } else add(stream, event);
      return true;
    },
  };
}
