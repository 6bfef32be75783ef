import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { EventCursorError } from '../../../../src/infrastructure/event-stream/event-feed.ts';
import { createRedisEventLog } from '../../../../src/infrastructure/event-stream/redis-event-log.ts';
import { hasRedisServer, startRedisServer } from '../../../support/network/redis-server.ts';
import { appendMany, endOf, idsOf, newEvent } from '../../../infrastructure/event-stream/feed-lab.ts';
import { useResource } from '../../../support/resource.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const log = pino({ level: 'silent' });

describe.skipIf(!hasRedisServer)('the event log in Redis', () => {
  const redis = useResource(startRedisServer);
  const events = useResource(async () =>
    createRedisEventLog({ url: redis.url, namespace: 'test', retentionDays: 30, log }),
  );
  beforeAll(() => vi.waitFor(() => events.ends(['acme'])));

  async function keys(): Promise<Record<'head' | 'stream' | 'ids', string>> {
    const found = await redis.send('KEYS', 'events:*');
    const names = Array.isArray(found) ? found.map(String) : [];
    const named = (name: string) => names.find((key) => key.endsWith(`:${name}`)) ?? '';
    return { head: named('head'), stream: named('stream'), ids: named('ids') };
  }

  /** Stores three events; returns the position of the first. */
  async function storeThree() {
    await redis.send('FLUSHALL');
    const organization = randomUUID();
    const { generation } = await endOf(events, organization);
    const ids = await appendMany(events, organization, 3);
    return { organization, ids, after: { generation, position: 1 } };
  }

  it('rejects positions before evicted events, but not the end', async () => {
    const { organization, after } = await storeThree();
    await redis.send('DEL', (await keys()).stream);

    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
    const end = { ...after, position: 3 };
    expect(await events.read(organization, { after: end, limit: 10 })).toEqual([]);
    const [id] = await appendMany(events, organization, 1);
    expect(await events.read(organization, { after: end, limit: 10 })).toMatchObject([{ id, position: 4 }]);
    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
  });

  it('begins another generation when Redis evicts the last position', async () => {
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

  it('begins another generation when a restart loses the last events, and accepts earlier positions', async () => {
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

  it('stores a repeated event again when Redis evicts the ids', async () => {
    const { organization, after } = await storeThree();
    await redis.send('DEL', (await keys()).ids);
    const [id] = await appendMany(events, organization, 1);

    expect(await events.read(organization, { after: { ...after, position: 3 }, limit: 10 })).toMatchObject([{ id }]);
  });

  it('removes expired events and their ids', async () => {
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

  it('lets all keys expire', async () => {
    await storeThree();
    for (const key of Object.values(await keys())) {
      const ttl = Number(await redis.send('TTL', key));
      expect(ttl).toBeGreaterThan(29 * 86_400);
      expect(ttl).toBeLessThanOrEqual(30 * 86_400);
    }
  });

  it('rejects events while Redis is down, then begins another generation', async () => {
    const { organization, after } = await storeThree();
    await redis.stop();
    const event = newEvent();
    await expect(events.append(organization, event)).rejects.toThrow('Redis is down or too slow.');
    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow('Redis is down or too slow.');

    await redis.start();
    await vi.waitFor(() => events.append(organization, event), timeLimit(20));
    await expect(events.read(organization, { after, limit: 10 })).rejects.toThrow(EventCursorError);
    const { generation, position } = await endOf(events, organization);
    expect(position).toBe(1);
    expect(await events.read(organization, { after: { generation, position: 0 }, limit: 10 })).toMatchObject([event]);
  });
});
