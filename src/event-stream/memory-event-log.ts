import { randomUUID } from 'node:crypto';
import { EventCursorError, type ReceivingEventLog, type StreamEvent } from './event-feed.ts';

export interface MemoryLogLimits {
  /** Maximum number of stored events of an organization. */
  maxEvents: number;
  /** Maximum number of organizations. The least recently used one is removed. */
  maxOrganizations: number;
}

/** About 250 bytes per event, so at most 125 MB. */
const defaultLimits: MemoryLogLimits = { maxEvents: 1_000, maxOrganizations: 500 };

interface Stream {
  generation: string;
  position: number;
  events: StreamEvent[];
  /** The ids of `events`. */
  ids: Set<string>;
}

/** Stores the last events in this process. They are lost when it ends, and other processes cannot read them. */
export function createMemoryEventLog({ maxEvents, maxOrganizations } = defaultLimits): ReceivingEventLog {
  /** The most recently used organization is last. */
  const streams = new Map<string, Stream>();

  function streamOf(organization: string): Stream {
    const stream = streams.get(organization) ?? {
      generation: randomUUID(),
      position: 0,
      events: [],
      ids: new Set<string>(),
    };
    streams.delete(organization);
    streams.set(organization, stream);
    for (const oldest of streams.keys()) {
      if (streams.size <= maxOrganizations) break;
      streams.delete(oldest);
    }
    return stream;
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
    async append(organization, event) {
      const stream = streamOf(organization);
      if (stream.ids.has(event.id)) return false;
      stream.position += 1;
      stream.events.push({ ...event, position: stream.position });
      stream.ids.add(event.id);
      if (stream.events.length > maxEvents) {
        const removed = stream.events.shift();
        if (removed) stream.ids.delete(removed.id);
      }
      return true;
    },
  };
}
