// @module-tag never-excused
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type {
  HoldLimits,
  ReceivingEventLog,
  StreamPosition,
} from '../../../../src/infrastructure/event-stream/event-feed.ts';
import { hasRedisServer } from '../../../support/network/redis-server.ts';
import { randomFrom } from '../../../support/random.ts';
import { endOf, idsOf, newEvent, startEventLogs } from '../../../infrastructure/event-stream/feed-lab.ts';
import { useResource } from '../../../support/resource.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const never = 600_000;

/** Events whose `order` says that each follows the previous event, and the first `afterFirst`. */
const eventsInOrder = (count: number, afterFirst?: string) => {
  const events = Array.from({ length: count }, () => newEvent());
  return events.map((event, index) => ({
    ...event,
    order: { position: 7 + index, after: index === 0 ? afterFirst : events[index - 1]?.id },
  }));
};

describe.each([
  { name: 'this process', isRedis: false },
  { name: 'Redis', isRedis: true },
])('events that overtake each other, received in $name', ({ isRedis }) => {
  describe.skipIf(isRedis && !hasRedisServer)('are stored', () => {
    const logs = useResource(() => startEventLogs(isRedis));

    async function open(limits: HoldLimits) {
      const events = logs.open(limits);
      const organization = randomUUID();
      const start = await vi.waitFor(() => endOf(events, organization), timeLimit(10));
      return {
        append: (event: Parameters<ReceivingEventLog['append']>[1]) => events.append(organization, event),
        /** Returns the ids of stored events. `ends` stores those that have waited long enough. */
        async read(after: StreamPosition = start) {
          await events.ends([organization]);
          return idsOf(await events.read(organization, { after, limit: 1_000 }));
        },
      };
    }

    it.each([1, 2, 3])('in the order of the platform (seed %i)', async (seed) => {
      const random = randomFrom(seed);
      const { append, read } = await open({ holdMs: never, maxHeld: 1_000 });
      const events = eventsInOrder(200);
      const waiting = [...events];
      while (waiting.length > 0) {
        const chosen = waiting.splice(random.int(0, Math.min(9, waiting.length - 1)), 1);
        for (const event of chosen) await append(event);
      }
      expect(await read()).toEqual(idsOf(events));
    });

    it('when the earlier one arrives, and are not added twice', async () => {
      const { append, read } = await open({ holdMs: never, maxHeld: 10 });
      const [first, second, third] = eventsInOrder(3);
      if (!first || !second || !third) throw new Error('no events');
      expect(await append(third)).toBe(true);
      expect(await append(second)).toBe(true);
      expect(await append(third)).toBe(false);
      expect(await read()).toEqual([]);
      expect(await append(first)).toBe(true);
      expect(await read()).toEqual(idsOf([first, second, third]));
      expect(await append(second)).toBe(false);
      expect(await read()).toEqual(idsOf([first, second, third]));
    });

    it('at once if the platform does not send their position, or the earlier one is stored', async () => {
      const { append, read } = await open({ holdMs: never, maxHeld: 10 });
      const [held] = eventsInOrder(1, 'missing');
      if (!held) throw new Error('no event');
      const [plain, stored] = [newEvent(), newEvent()];
      await append(held);
      await append(plain);
      await append({ ...stored, order: { position: 3, after: plain.id } });
      expect(await read()).toEqual(idsOf([plain, stored]));
    });

    it('in order after a limited time if the earlier one is missing, which can follow', async () => {
      // `holdMs` is long enough to append all events on a slow machine.
      const { append, read } = await open({ holdMs: 1_000, maxHeld: 10 });
      const [late, ...events] = eventsInOrder(4);
      if (!late) throw new Error('no event');
      for (const event of events.toReversed()) await append(event);
      await vi.waitFor(async () => expect(await read()).toEqual(idsOf(events)), timeLimit(10));
      await append(late);
      expect(await read()).toEqual(idsOf([...events, late]));
    });

    it('after a limited time even if earlier events, which also wait, keep arriving', async () => {
      const { append, read } = await open({ holdMs: 500, maxHeld: 1_000 });
      const events = [newEvent()];
      const appendEarlier = async () => {
        for (const event of events.slice(0, 1))
          await append({ ...event, order: { position: 1_000 - events.length, after: 'missing' } });
      };
      await appendEarlier();
      const stored = await vi.waitFor(
        async () => {
          events.unshift(newEvent());
          await appendEarlier();
          const ids = await read();
          expect(ids).not.toEqual([]);
          return ids;
        },
        { timeout: timeLimit(10), interval: 50 },
      );
      // The event appended last is missing if the others were stored just before.
      expect(stored).toEqual(idsOf(events).slice(-stored.length));
    });

    it('in order when too many wait', async () => {
      const { append, read } = await open({ holdMs: never, maxHeld: 3 });
      const events = eventsInOrder(5, 'missing');
      for (const event of events.slice(1, 4)) await append(event);
      expect(await read()).toEqual([]);
      for (const event of events.slice(4)) await append(event);
      expect(await read()).toEqual(idsOf(events.slice(1)));
    });
  });
});
