import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EventCursorError, type ReceivingEventLog, type StreamPosition } from '../../src/event-stream/event-feed.ts';
import { createMemoryEventLog } from '../../src/event-stream/memory-event-log.ts';
import { createRedisEventLog } from '../../src/event-stream/redis-event-log.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/network/redis-server.ts';
import { idsOf, newEvent } from './feed-lab.ts';

const log = pino({ level: 'silent' });
const maxEvents = 10;

async function endOf(events: ReceivingEventLog, organization: string): Promise<StreamPosition> {
  const end = (await events.ends([organization])).get(organization);
  if (!end) throw new Error('no end');
  return end;
}

async function appendMany(events: ReceivingEventLog, organization: string, count: number): Promise<string[]> {
  const added = Array.from({ length: count }, () => newEvent());
  for (const event of added) expect(await events.append(organization, event)).toBe(true);
  return idsOf(added);
}

describe.each([
  { name: 'this process', isRedis: false },
  { name: 'Redis', isRedis: true },
])('received events in $name', ({ isRedis }) => {
  describe.skipIf(isRedis && !hasRedisServer)('are stored', () => {
    let redis: RedisServer | undefined;
    let events: ReceivingEventLog & { close?: () => void };
    beforeAll(async () => {
      if (isRedis) redis = await startRedisServer();
      events = redis
        ? createRedisEventLog({ url: redis.url, namespace: 'test', retentionDays: 30, maxEvents, log })
        : createMemoryEventLog({ maxEvents, maxOrganizations: 20 });
      await vi.waitFor(() => events.ends(['acme']));
    });
    afterAll(async () => {
      events.close?.();
      await redis?.stop();
    });

    it('in order, with positions from 1 and all their fields', async () => {
      const organization = randomUUID();
      const start = await endOf(events, organization);
      const received = [
        { ...newEvent(), activityId: randomUUID() },
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

    it('and positions of another generation or behind the end are rejected', async () => {
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

describe.skipIf(!hasRedisServer)('received events in a Redis that', () => {
  let redis: RedisServer;
  let events: ReturnType<typeof createRedisEventLog>;
  beforeAll(async () => {
    redis = await startRedisServer();
    events = createRedisEventLog({ url: redis.url, namespace: 'test', retentionDays: 30, log });
    await vi.waitFor(() => events.ends(['acme']));
  });
  afterAll(async () => {
    events.close();
    await redis.stop();
  });

  async function keys(): Promise<Record<'head' | 'stream' | 'ids', string>> {
    const found = await redis.send('KEYS', 'events:*');
    const names = Array.isArray(found) ? found.map(String) : [];
    const named = (name: string) => names.find((key) => key.endsWith(`:${name}`)) ?? '';
    return { head: named('head'), stream: named('stream'), ids: named('ids') };
  }

  /** Stores three events; returns the place behind the first. */
  async function storeThree() {
    await redis.send('FLUSHALL');
    const organization = randomUUID();
    const { generation } = await endOf(events, organization);
    const ids = await appendMany(events, organization, 3);
    return { organization, ids, after: { generation, position: 1 } };
  }

  it('evicts the events rejects positions before them, but not the end', async () => {
    const { organization, after } = await storeThree();
    await redis.send('DEL', (await keys()).stream);

    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
    const end = { ...after, position: 3 };
    expect(await events.read(organization, { after: end, limit: 10 })).toEqual([]);
    const [id] = await appendMany(events, organization, 1);
    expect(await events.read(organization, { after: end, limit: 10 })).toMatchObject([{ id, position: 4 }]);
    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
  });

  it('evicts the last position begins another generation', async () => {
    const { organization, after } = await storeThree();
    await redis.send('DEL', (await keys()).head);

    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
    await appendMany(events, organization, 3);
    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
    expect(await endOf(events, organization)).toEqual({
      generation: expect.not.stringMatching(after.generation),
      position: 3,
    });
  });

  it('lost its last events in a restart begins another generation, in which earlier positions are valid', async () => {
    const { organization, ids, after } = await storeThree();
    // The state after a restart that lost the last event.
    const { head, stream, ids: idsKey } = await keys();
    await redis.send('HSET', head, 'position', '2', 'server', 'another');
    await redis.send('XDEL', stream, '3-0');
    await redis.send('XSETID', stream, '2-0');
    await redis.send('ZREM', idsKey, ids[2] ?? '');
    const added = await appendMany(events, organization, 2);

    expect(idsOf(await events.read(organization, { after, limit: 10 }))).toEqual(ids.slice(1, 2));
    expect(await events.read(organization, { after: { ...after, position: 2 }, limit: 10 })).toEqual([]);
    await expect(events.read(organization, { after: { ...after, position: 3 }, limit: 10 })).rejects.toThrow(
      EventCursorError,
    );
    const { generation, position } = await endOf(events, organization);
    expect([generation === after.generation, position]).toEqual([false, 4]);
    expect(idsOf(await events.read(organization, { after: { generation, position: 0 }, limit: 10 }))).toEqual([
      ...ids.slice(0, 2),
      ...added,
    ]);
    expect(await events.endOf?.(organization, after.generation)).toBe(2);
    expect(await events.endOf?.(organization, generation)).toBe(4);
    expect(await events.endOf?.(organization, 'unknown')).toBeUndefined();
  });

  it('evicts the ids stores a repeated event again', async () => {
    const { organization, after } = await storeThree();
    await redis.send('DEL', (await keys()).ids);
    const [id] = await appendMany(events, organization, 1);

    expect(await events.read(organization, { after: { ...after, position: 3 }, limit: 10 })).toMatchObject([{ id }]);
  });

  it('stores events removes expired ones and their ids', async () => {
    const { organization, ids, after } = await storeThree();
    const { stream, ids: idsKey } = await keys();
    await redis.send('DEL', stream);
    await redis.send('XADD', stream, '2-0', 'receivedAt', '0', 'event', JSON.stringify(newEvent(ids[1])));
    await redis.send(
      'XADD',
      stream,
      '3-0',
      'receivedAt',
      String(Date.now()),
      'event',
      JSON.stringify(newEvent(ids[2])),
    );
    await redis.send('ZADD', idsKey, '0', ids[1] ?? '');
    expect(await events.append(organization, newEvent(ids[2]))).toBe(false);
    expect(idsOf(await events.read(organization, { after, limit: 10 }))).toEqual(ids.slice(1));

    const [added] = await appendMany(events, organization, 1);
    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
    expect(idsOf(await events.read(organization, { after: { ...after, position: 2 }, limit: 10 }))).toEqual([
      ids[2],
      added,
    ]);
    expect(await events.append(organization, newEvent(ids[2]))).toBe(false);
    expect(await events.append(organization, newEvent(ids[1]))).toBe(true);
  });

  it('stores events expires all keys', async () => {
    await storeThree();
    for (const key of Object.values(await keys())) {
      const ttl = Number(await redis.send('TTL', key));
      expect(ttl).toBeGreaterThan(29 * 86_400);
      expect(ttl).toBeLessThanOrEqual(30 * 86_400);
    }
  });

  it('restarts rejects events while it is down, then begins another generation', async () => {
    const { organization, after } = await storeThree();
    await redis.stop();
    const event = newEvent();
    await expect(events.append(organization, event)).rejects.toThrow('Redis is down or too slow.');
    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow('Redis is down or too slow.');

    await redis.start();
    await vi.waitFor(() => events.append(organization, event), 20_000);
    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
    const { generation, position } = await endOf(events, organization);
    expect(position).toBe(1);
    expect(await events.read(organization, { after: { generation, position: 0 }, limit: 10 })).toMatchObject([event]);
  });
});
