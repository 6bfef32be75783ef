import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { EventCursorError, type ReceivingEventLog } from '../../../../src/infrastructure/event-stream/event-feed.ts';
import { createMemoryEventLog } from '../../../../src/infrastructure/event-stream/memory-event-log.ts';
import { hasRedisServer } from '../../../support/network/redis-server.ts';
import { appendMany, endOf, idsOf, newEvent, startEventLogs } from '../../../infrastructure/event-stream/feed-lab.ts';
import { useResource } from '../../../support/resource.ts';

const maxEvents = 10;

describe.each([
  { name: 'this process', isRedis: false },
  { name: 'Redis', isRedis: true },
])('received events in $name', ({ isRedis }) => {
  describe.skipIf(isRedis && !hasRedisServer)('are stored', () => {
    let events: ReceivingEventLog;
    const logs = useResource(() => startEventLogs(isRedis));
    beforeAll(async () => {
      events = logs.open({ maxEvents });
      await vi.waitFor(() => events.ends(['acme']));
    });

    it('in order, with positions from 1 and all their fields', async () => {
      const organization = randomUUID();
      const start = await endOf(events, organization);
      const received = [
        {
          ...newEvent(),
          activityId: randomUUID(),
          details: { recipients: ['kim@example.org'], feedback: { id: 'f-1', score: 4 } },
        },
        { ...newEvent(), trigger: 'conversation_played', occurredAt: new Date('2026-11-20T10:00:00.123Z') },
      ];
      for (const event of received) await events.append(organization, event);

      expect(start.position).toBe(0);
      expect(await events.read(organization, { after: start, limit: 10 })).toEqual([
        { ...received[0], position: 1 },
        { ...received[1], position: 2 },
      ]);
      expect(await events.read(organization, { after: { ...start, position: 1 }, limit: 10 })).toMatchObject([
        { position: 2 },
      ]);
      expect(await events.read(organization, { after: start, limit: 1 })).toMatchObject([{ position: 1 }]);
      expect(await events.read(organization, { after: { ...start, position: 2 }, limit: 10 })).toEqual([]);
      expect(await endOf(events, organization)).toEqual({ ...start, position: 2 });
    });

    it('once, also if they are received at the same time', async () => {
      const organization = randomUUID();
      const start = await endOf(events, organization);
      const event = newEvent();
      const added = await Promise.all(Array.from({ length: 5 }, () => events.append(organization, event)));

      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await events.append(organization, event)).toBe(false);
      expect(idsOf(await events.read(organization, { after: start, limit: 10 }))).toEqual([event.id]);
    });

    it('separately for each organization', async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      const start = await endOf(events, other);
      const event = newEvent();
      await events.append(one, event);

      expect(await events.read(other, { after: start, limit: 10 })).toEqual([]);
      await expect(events.read(one, { after: start, limit: 10 })).rejects.toThrow(EventCursorError);
      expect(await events.append(other, event)).toBe(true);
      expect((await events.ends([one, other])).size).toBe(2);
    });

    it('up to a maximum number: older positions are rejected, not skipped', async () => {
      const organization = randomUUID();
      const start = await endOf(events, organization);
      // Redis removes events in blocks of a hundred.
      const ids = await appendMany(events, organization, maxEvents + 200);
      const stored = [];
      for (let position = ids.length - 1; position >= 0; position -= 1) {
        const reading = events.read(organization, { after: { ...start, position }, limit: 1 });
        const page = await reading.catch((error: unknown) => {
          if (error instanceof EventCursorError) return [];
          throw error;
        });
        if (page.length === 0) break;
        stored.unshift(...idsOf(page));
      }

      expect(stored.length).toBeGreaterThanOrEqual(maxEvents);
      expect(stored.length).toBeLessThanOrEqual(maxEvents + 100);
      expect(stored).toEqual(ids.slice(-stored.length));
      await expect(events.read(organization, { after: start, limit: 1_000 })).rejects.toThrow(EventCursorError);
    });

    it('but positions of another generation or after the end are rejected', async () => {
      const organization = randomUUID();
      await appendMany(events, organization, 2);
      const { generation } = await endOf(events, organization);

      for (const after of [
        { generation: randomUUID(), position: 0 },
        { generation, position: 3 },
      ]) {
        await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
      }
    });
  });
});

describe('received events in this process', () => {
  it('are stored again if they were removed', async () => {
    const events = createMemoryEventLog({ maxEvents: 2, maxOrganizations: 2 });
    const [first = '', , last = ''] = await appendMany(events, 'acme', 3);

    expect(await events.append('acme', newEvent(last))).toBe(false);
    expect(await events.append('acme', newEvent(first))).toBe(true);
  });

  it('begin another generation when their organization was removed', async () => {
    const events = createMemoryEventLog({ maxEvents, maxOrganizations: 2 });
    await appendMany(events, 'acme', 1);
    const end = await endOf(events, 'acme');
    await appendMany(events, 'globex', 1);
    expect(await endOf(events, 'acme')).toEqual(end);

    await appendMany(events, 'initech', 1);
    await appendMany(events, 'umbrella', 1);
    expect(await endOf(events, 'acme')).toEqual({ generation: expect.any(String), position: 0 });
    await expect(events.read('acme', { after: end, limit: 1 })).rejects.toThrow(EventCursorError);
  });
});
