import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createResultCache } from '../../../src/connector/resilience/cache/result-cache.ts';
import { type CacheStore, createRedisCacheStore } from '../../../src/connector/resilience/cache/cache-store.ts';
import { createConversationClient } from '../../../src/connector/conversation/conversation-client.ts';
import { replying, type FakeRedis, silent, startFakeRedis, testRedisUrl } from '../../support/network/fake-redis.ts';
import { scriptedConnector } from './scripted-connector.ts';
import { captureLog } from '../../support/log-capture.ts';
import { timeLimit } from '../../support/time-limit.ts';

const gone = 'the shared cache is down: continuing without it';
const back = 'the shared cache is back';

const stores: CacheStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

function openStore(url: string, { namespace = randomUUID() }: { namespace?: string } = {}) {
  const { log, lines: logged } = captureLog();
  const store = createRedisCacheStore({ url, namespace, log });
  stores.push(store);
  return { store, said: () => logged.map(({ level, msg }) => `${level} ${msg}`) };
}

/** Reads the users through a cache in this store `times` times in sequence; returns the number of tool calls. */
async function readTeam(store: CacheStore, times: number) {
  const { open, sent } = scriptedConnector({
    answer: async () => ({ items: [{ id: 'usr_1', name: 'Ada' }] }),
    parts: { cache: createResultCache({ store, ttlMs: 60_000 }) },
  });
  for (let count = 0; count < times; count += 1) {
    expect((await createConversationClient(open()).users()).items).toMatchObject([{ id: 'usr_1', name: 'Ada' }]);
  }
  return sent.length;
}

describe('a Redis that', () => {
  let redis: FakeRedis;
  const healthy = replying((command) => (command === 'MGET' ? '*2\r\n$-1\r\n$-1\r\n' : '+OK\r\n'));

  beforeEach(async () => {
    redis = await startFakeRedis(healthy);
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) store.close();
    await redis.stop().catch(() => {});
  });

  it('is down at startup makes no read fail, is reported once, and is used when it starts', async () => {
    await redis.stop();
    const { store, said } = openStore(redis.url);

    expect(await readTeam(store, 20)).toBe(20);
    await vi.waitFor(() => expect(said()).toEqual([`40 ${gone}`]));
    await redis.restart();
    await vi.waitFor(() => expect(said()).toEqual([`40 ${gone}`, `30 ${back}`]), timeLimit(20));
  });

  it('goes down later makes no read fail, is reported once, and is used again after it restarts', async () => {
    const { store, said } = openStore(redis.url);
    await vi.waitFor(() => expect(redis.connections).toBe(1));
    await readTeam(store, 3);
    await redis.stop();

    expect(await readTeam(store, 20)).toBe(20);
    await vi.waitFor(() => expect(said()).toEqual([`40 ${gone}`]));
    await redis.restart();
    await vi.waitFor(() => expect(said()).toEqual([`40 ${gone}`, `30 ${back}`]), timeLimit(20));
  });

  it('hangs from the start makes no read fail and is reported once', async () => {
    redis.setBehaviour(silent);
    const { store, said } = openStore(redis.url);
    await vi.waitFor(() => expect(redis.connections).toBe(1));

    expect(await readTeam(store, 20)).toBe(20);
    await vi.waitFor(() => expect(redis.connections).toBeGreaterThan(1), timeLimit(20));
    expect(said()).toEqual([`40 ${gone}`]);
  });

  it('hangs later is no longer used until it responds again', async () => {
    let commands = 0;
    const count = (command: string) => void (commands += command === 'MGET' ? 1 : 0);
    redis.setBehaviour(
      replying((command) => (count(command), command === 'MGET' ? '*2\r\n$-1\r\n$-1\r\n' : '+OK\r\n')),
    );
    const { store, said } = openStore(redis.url);
    await vi.waitFor(async () => {
      await readTeam(store, 1);
      expect(commands).toBeGreaterThan(0);
    });
    commands = 0;
    redis.setBehaviour(replying((command) => (count(command), '')));

    expect(await readTeam(store, 20)).toBe(20);
    // After a few timeouts no more commands are sent.
    expect(commands).toBeLessThan(10);
    expect(said()).toEqual([`40 ${gone}`]);
    redis.setBehaviour(healthy);
    await vi.waitFor(
      async () => {
        await readTeam(store, 1);
        expect(said()).toEqual([`40 ${gone}`, `30 ${back}`]);
      },
      { timeout: timeLimit(20), interval: 100 },
    );
  });

  /** Reads five times; each read blocks the event loop for longer than a command may take. */
  async function readWhileBusy(store: CacheStore) {
    for (let count = 0; count < 5; count += 1) {
      const reading = store.getMany(['a', 'b']);
      const blockedUntil = Date.now() + 150;
      while (Date.now() < blockedUntil);
      await reading;
    }
  }

  /** Opens a store and waits until it is used. Redis then counts reads and replies with `reply`. */
  async function openCounted(reply: string) {
    const { store, said } = openStore(redis.url);
    const counted = { reads: 0, reply: '*2\r\n$-1\r\n$-1\r\n' };
    redis.setBehaviour(
      replying((command) => {
        if (command !== 'MGET') return '+OK\r\n';
        counted.reads += 1;
        return counted.reply;
      }),
    );
    await vi.waitFor(async () => {
      await store.getMany(['a', 'b']);
      expect(counted.reads).toBeGreaterThan(0);
    });
    Object.assign(counted, { reads: 0, reply });
    return { store, said, counted };
  }

  it('replies stays in use while this process is too busy to read its replies in time', async () => {
    const { store, said, counted } = await openCounted('*2\r\n$-1\r\n$-1\r\n');
    await readWhileBusy(store);

    expect(counted.reads).toBe(5);
    expect(said()).toEqual([]);
  });

  it('hangs is no longer used, even while this process is busy', async () => {
    // With real timers, the store could use Redis again before a slow machine has sent all reads.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store, said, counted } = await openCounted('');
    await readWhileBusy(store);

    expect(counted.reads).toBe(3);
    expect(said()).toEqual([`40 ${gone}`]);
  });

  it.each([
    ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['an error', '-NOAUTH Authentication required.\r\n'],
    ['a number', ':42\r\n'],
    ['too few values', '*1\r\n$-1\r\n'],
    ['texts that are not cache entries', '*2\r\n$5\r\nhello\r\n$-1\r\n'],
  ])('sends %s makes no read fail', async (_name, reply) => {
    const asked = Promise.withResolvers<void>();
    redis.setBehaviour(
      replying(() => {
        asked.resolve();
        return reply;
      }),
    );
    const { store } = openStore(redis.url);
    await asked.promise;

    expect(await readTeam(store, 10)).toBe(10);
  });

  it('is up receives no commands from a closed store', async () => {
    const { store, said, counted } = await openCounted('*1\r\n$-1\r\n');
    store.close();

    expect(await readTeam(store, 5)).toBe(5);
    expect(counted.reads).toBe(0);
    expect(said()).toEqual([]);
  });
});

describe.runIf(testRedisUrl)('a real Redis', { tags: 'server' }, () => {
  const url = testRedisUrl ?? '';

  /** Opens a store and waits until it is ready. */
  async function openReady(namespace?: string) {
    const { store } = openStore(url, namespace === undefined ? {} : { namespace });
    await vi.waitFor(async () => {
      await store.setMany([{ key: 'ready', text: 'yes' }], 60_000);
      expect(await store.getMany(['ready'])).toEqual(['yes']);
    });
    return store;
  }

  it('shares entries between all nodes of a deployment', async () => {
    const namespace = randomUUID();
    const [one, other] = [await openReady(namespace), await openReady(namespace)];

    expect(await readTeam(one, 1)).toBe(1);
    await vi.waitFor(async () => expect(await readTeam(other, 2)).toBe(0));
  });

  it('separates deployments', async () => {
    const [one, other] = [await openReady(), await openReady()];

    expect(await readTeam(one, 1)).toBe(1);
    expect(await readTeam(other, 1)).toBe(1);
  });

  it('drops expired entries', async () => {
    const store = await openReady();
    await vi.waitFor(async () => {
      // A store skips writes while Redis is slow.
      await store.setMany([{ key: 'long', text: 'two' }], 60_000);
      await store.setMany([{ key: 'short', text: 'one' }], 50);
      expect(await store.getMany(['long'])).toEqual(['two']);
    });

    await vi.waitFor(async () => expect(await store.getMany(['short', 'long'])).toEqual([undefined, 'two']));
  });

  it('contains no name, identifier or input in its keys', async () => {
    const namespace = randomUUID();
    const store = await openReady(namespace);
    const client = createClient({ url });
    await client.connect();
    onTestFinished(() => client.destroy());
    const text = randomUUID();
    await vi.waitFor(async () => {
      await store.setMany([{ key: 'talent ada companies_list', text }], 60_000);
      expect(await store.getMany(['talent ada companies_list'])).toEqual([text]);
    });
    const keys = await client.keys('*');
    const texts = await client.mGet(keys);

    // A SHA-256 hash in base64url.
    expect(keys.filter((_, index) => texts[index] === text)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  });
});
