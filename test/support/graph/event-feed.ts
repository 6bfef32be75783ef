import type { EventFeed } from '../../../src/infrastructure/event-stream/create-event-feed.ts';
import { EventCursorError, type StreamEvent } from '../../../src/infrastructure/event-stream/event-feed.ts';

/** An in-memory feed with one stream per organization. Tests emit the events. */
export interface TestFeed extends EventFeed {
  emit(organization: string, event: Omit<StreamEvent, 'position'>): void;
  /** Deletes all events and starts another generation; reads in the old one then fail. */
  lose(generation: string): void;
  /** Calls the listeners of an activity, as if its processing had advanced. */
  advance(activityId: string): void;
  /** Number of active `read` calls plus activity listeners. */
  readonly readers: number;
}

export function createTestFeed(): TestFeed {
  let generation = 'first';
  const streams = new Map<string, StreamEvent[]>();
  const wakeUps = new Set<() => void>();
  const listeners = new Map<string, Set<() => void>>();
  let readers = 0;

  const streamOf = (organization: string) => {
    const stream = streams.get(organization) ?? [];
    streams.set(organization, stream);
    return stream;
  };
  const wake = () => {
    for (const wakeUp of wakeUps) wakeUp();
  };

  return {
    get readers() {
      return readers + [...listeners.values()].reduce((sum, { size }) => sum + size, 0);
    },
    emit(organization, event) {
      const stream = streamOf(organization);
      stream.push({ ...event, position: stream.length + 1 });
      wake();
    },
    lose(next) {
      generation = next;
      streams.clear();
      wake();
    },
    advance(activityId) {
      for (const listener of listeners.get(activityId) ?? []) listener();
    },
    async *read(organization, { after, signal }) {
      const from = after ?? { generation, position: streamOf(organization).length };
      let { position } = from;
      readers += 1;
      signal.addEventListener('abort', wake, { once: true });
      try {
        while (!signal.aborted) {
          if (from.generation !== generation || position > streamOf(organization).length) throw new EventCursorError();
          const event = streamOf(organization)[position];
          if (event) {
            ({ position } = event);
            yield { ...event, generation };
            continue;
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          wakeUps.add(resolve);
          await promise;
          wakeUps.delete(resolve);
        }
      } finally {
        readers -= 1;
        signal.removeEventListener('abort', wake);
      }
    },
    onActivityChanged(activityId, listener) {
      const ofActivity = listeners.get(activityId) ?? new Set();
      listeners.set(activityId, ofActivity.add(listener));
      return () => void ofActivity.delete(listener);
    },
    close() {},
  };
}
