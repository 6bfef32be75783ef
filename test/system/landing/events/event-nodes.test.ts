import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEmbeddedUpstream } from '../../../../src/app/embedded-upstream.ts';
import { openChangeChannel, openEventFeed } from '../../../../src/app/event-stream.ts';
import { openRemoteUpstream } from '../../../../src/app/remote-upstream.ts';
import { readConfig } from '../../../../src/app/config/config.ts';
import { EventCursorError, type StreamPosition } from '../../../../src/infrastructure/event-stream/event-feed.ts';
import { type OpenedDatabase, openDatabase } from '../../../../src/platform/database/open-database.ts';
import { createMetrics } from '../../../../src/infrastructure/telemetry/metrics.ts';
import { idsOf, newEvent, take } from '../../../infrastructure/event-stream/feed-lab.ts';
import { type EventsLab, openEventsLab, processed } from '../../../platform/services/conversation/events/events-lab.ts';
import {
  acme,
  activity,
  storeTeams,
  zenith,
  zoe,
} from '../../../platform/services/conversation/conversation-records.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { makeServerDatabase, type ServerDatabase } from '../../../support/database/server-database.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../../../support/network/redis-server.ts';
import { testVaultKey } from '../../../support/platform/service-keys.ts';
import { createFolder } from '../../../support/folder.ts';
import { unreachablePlatform } from '../../../support/network/start-app.ts';
import { useResource } from '../../../support/resource.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const log = pino({ level: 'silent' });

/** Opens the events of a node as the app does. */
async function openNode(environment: Record<string, string>) {
  const config = readConfig({ DATA_DIR: 'memory', DEMO_DATA: 'false', VAULT_KEY: testVaultKey, ...environment });
  const changes = openChangeChannel(config, { log });
  const open = config.remotePlatform ? openRemoteUpstream : openEmbeddedUpstream;
  const upstream = await open({ config, log, changes });
  const feed = openEventFeed(config, { eventLog: upstream.eventLog, changes, metrics: createMetrics(), log });
  const own = new AbortController();
  return {
    changes,
    receivedEvents: upstream.receivedEvents,
    feed,
    read: (organization: string, after?: StreamPosition) =>
      feed.read(organization, { after, signal: own.signal })[Symbol.asyncIterator](),
    end: async (organization: string) => {
      const end = (await upstream.eventLog.ends([organization])).get(organization);
      if (!end) throw new Error('There is no stream.');
      return end;
    },
    async close() {
      own.abort();
      feed.close();
      await upstream.close();
      changes.close();
    },
  };
}

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

describe.skipIf(!serverUrl)('nodes with one PostgreSQL', () => {
  let database: ServerDatabase;
  let commands: OpenedDatabase;
  let events: EventsLab;
  beforeAll(async () => {
    database = await makeServerDatabase(serverUrl);
    commands = await openDatabase({ url: database.url });
    events = openEventsLab(commands);
    await storeTeams(commands.db);
    await storeActivities(commands.db, [
      activity('intro'),
      activity('rival', { organization_id: zenith, host_user_id: zoe }),
    ]);
  });
  afterAll(async () => {
    await commands.close();
    await database.remove();
  });

  describe.each([
    { name: 'with Redis', isRedis: true },
    { name: 'without Redis', isRedis: false },
  ])('$name', ({ isRedis }) => {
    describe.skipIf(isRedis && !hasRedisServer)('deliver events', () => {
      let redis: RedisServer | undefined;
      beforeAll(async () => {
        if (isRedis) redis = await startRedisServer();
      });
      afterAll(() => redis?.stop());
      const open = () => openNode({ DATABASE_URL: database.url, ...(redis && { REDIS_URL: redis.url }) });
      const [one, other] = [useResource(open), useResource(open)];

      it('that another node or a command recorded: in order, once, to their organization only', async () => {
        const start = await other.end(acme);
        const [reader, rival] = [other.read(acme, start), other.read(zenith, await other.end(zenith))];
        const rivalReading = take(rival, 1);
        const recorded = [];
        for (let count = 0; count < 5; count += 1) {
          recorded.push(...(await events.record(processed('intro'))));
          // Without Redis, the last two are not published, as if a command had recorded them.
          if (isRedis || count < 3) one.changes.publish({ organization: acme });
        }
        const [rivalEvent] = await events.record(processed('rival'));
        one.changes.publish({ organization: zenith });

        const received = await take(reader, 5);
        expect(idsOf(received)).toEqual(idsOf(recorded));
        expect(received.map(({ position }) => position - start.position)).toEqual([1, 2, 3, 4, 5]);
        expect(idsOf(await rivalReading)).toEqual([rivalEvent?.id]);

        // A client resumes on the other node.
        const resumed = one.read(acme, { generation: start.generation, position: start.position + 2 });
        expect(idsOf(await take(resumed, 3))).toEqual(idsOf(recorded).slice(2));
        await expect(one.read(zenith, start).next()).rejects.toThrow(EventCursorError);
      });

      it.runIf(isRedis)('also while Redis is down and after it was restarted', async () => {
        const start = await other.end(acme);
        const reader = other.read(acme, start);
        const reading = take(reader, 2);
        await redis?.stop();
        const recorded = await events.record(processed('intro'));
        one.changes.publish({ organization: acme });
        await redis?.start();
        recorded.push(...(await events.record(processed('intro'))));
        one.changes.publish({ organization: acme });

        expect(idsOf(await reading)).toEqual(idsOf(recorded));
      });
    });
  });
});

describe.skipIf(!hasRedisServer)('graph nodes with one Redis in front of a remote platform', () => {
  const redis = useResource(startRedisServer);
  const open = () => openNode({ ...unreachablePlatform, REDIS_URL: redis.url });
  const [one, other] = [useResource(open), useResource(open)];
  beforeAll(async () => {
    for (const node of [one, other]) await vi.waitFor(() => node.end('ready'), timeLimit(20));
  });

  it('deliver events that any node received: in order, once, to their organization only', async () => {
    const start = await other.end('acme');
    const readers = [one, other].map((node) => node.read('acme', start));
    const rival = other.read('globex', await other.end('globex')).next();
    const received = Array.from({ length: 6 }, () => newEvent());
    for (const [index, event] of received.entries()) {
      const [first, second] = index % 2 === 0 ? [one, other] : [other, one];
      expect(await first.receivedEvents?.append('acme', event)).toBe(true);
      expect(await second.receivedEvents?.append('acme', event)).toBe(false);
    }
    const rivalEvent = newEvent();
    await one.receivedEvents?.append('globex', rivalEvent);

    for (const reader of readers) expect(idsOf(await take(reader, 6))).toEqual(idsOf(received));
    expect((await rival).value).toMatchObject({ id: rivalEvent.id, position: 1 });
    const resumed = one.read('acme', { ...start, position: 4 });
    expect(idsOf(await take(resumed, 2))).toEqual(idsOf(received).slice(4));
  });

  it('continue when Redis lost its events, except for readers that had not received all of them', async () => {
    const reader = other.read('acme', await other.end('acme'));
    await one.receivedEvents?.append('acme', newEvent());
    await take(reader, 1);
    const before = await other.end('acme');
    const [idle, late] = [reader.next(), other.read('acme', { ...before, position: 0 })];
    await take(late, 1);
    await redis.stop();
    await expect(one.receivedEvents?.append('acme', newEvent())).rejects.toThrow('Redis is down or too slow.');
    await redis.start();
    const event = newEvent();
    await vi.waitFor(() => one.receivedEvents?.append('acme', event), timeLimit(20));

    expect((await idle).value).toMatchObject({ id: event.id });
    expect((await other.read('acme', before).next()).value).toMatchObject({ id: event.id });
    await expect(take(late, 100)).rejects.toThrow(EventCursorError);
    await expect(other.read('acme', { ...before, position: before.position - 1 }).next()).rejects.toThrow(
      EventCursorError,
    );
    const { generation } = await one.end('acme');
    expect(idsOf(await take(other.read('acme', { generation, position: 0 }), 1))).toEqual([event.id]);
  });
});

describe.skipIf(!hasRedisServer)('graph nodes whose Redis stores its data', () => {
  it('continue after a restart without an error, except for readers of events that were lost', async () => {
    const folder = await createFolder();
    const redis = await startRedisServer({ folder: folder.path });
    const environment = { ...unreachablePlatform, REDIS_URL: redis.url };
    const [one, other] = await Promise.all([openNode(environment), openNode(environment)]);
    for (const node of [one, other]) await vi.waitFor(() => node.end('ready'), timeLimit(20));
    const start = await other.end('acme');
    const received = Array.from({ length: 4 }, () => newEvent());
    for (const event of received.slice(0, 2)) await one.receivedEvents?.append('acme', event);
    const reader = other.read('acme', start);
    expect(idsOf(await take(reader, 2))).toEqual(idsOf(received.slice(0, 2)));
    const reading = take(reader, 2);
    await redis.stop();
    await redis.start();
    for (const event of received.slice(2)) {
      await vi.waitFor(() => one.receivedEvents?.append('acme', event), timeLimit(20));
    }

    expect(idsOf(await reading)).toEqual(idsOf(received.slice(2)));
    // A client resumes with a position from before the restart.
    expect(idsOf(await take(one.read('acme', { ...start, position: 1 }), 3))).toEqual(idsOf(received.slice(1)));
    await expect(one.read('acme', { ...start, position: 3 }).next()).rejects.toThrow(EventCursorError);
    for (const node of [one, other]) await node.close();
    await redis.stop();
    await folder.close();
  });
});

describe('a graph node without Redis in front of a remote platform', () => {
  it('delivers the events that it received', async () => {
    const node = await openNode(unreachablePlatform);
    const start = await node.end('acme');
    const reader = node.read('acme', start);
    const reading = take(reader, 2);
    const received = [newEvent(), { ...newEvent(), activityId: randomUUID() }];
    const announced: string[] = [];
    for (const { activityId } of received) {
      const id = activityId ?? 'none';
      node.feed.onActivityChanged(id, () => announced.push(id));
    }
    for (const event of received) await node.receivedEvents?.append('acme', event);

    expect(idsOf(await reading)).toEqual(idsOf(received));
    expect(announced).toEqual([received[1]?.activityId]);
    await node.close();
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });
});
