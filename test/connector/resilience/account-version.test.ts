import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type CacheStore,
  createMemoryCacheStore,
  createRedisCacheStore,
} from '../../../src/connector/resilience/cache/cache-store.ts';
import { createConversationClient } from '../../../src/connector/conversation/conversation-client.ts';
import { createTalentClient } from '../../../src/connector/talent/talent-client.ts';
import { captureLog } from '../../support/log-capture.ts';
import { testRedisUrl } from '../../support/network/fake-redis.ts';
import { cachingConnector } from './caching-connector.ts';
import { failing, failureOf, sourcesOf } from './scripted-connector.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** A node (server process) of the graph; the account of its platform can be replaced. */
function startNode(platform: { account: string; namesVersions: boolean }, store: CacheStore) {
  const { open, sentTools } = cachingConnector(
    async ({ onAccountVersion, tool }) => {
      const { account, namesVersions } = platform;
      if (namesVersions) onAccountVersion(account);
      if (tool.name === 'test_tool_xyz') throw failing('UPSTREAM_ERROR');
      return tool.connector === 'convo' ? { items: [{ id: 'usr_1', name: account }] } : { items: [] };
    },
    { store },
  );
  return {
    sentTools,
    users: async () => (await createConversationClient(open()).users()).items.map((user) => user?.name),
    /** Calls another tool, which fails. */
    touch: () => failureOf(createConversationClient(open()).test()),
    cities: () => createTalentClient(open()).cities({ page: 1, limit: 10 }),
  };
}

const startPlatform = ({ namesVersions = true } = {}) => ({ account: 'A', namesVersions });

describe('the cached results of a replaced account', () => {
  it('are discarded when the response to any call names another version, even an error', async () => {
    const platform = startPlatform();
    const node = startNode(platform, createMemoryCacheStore());
    await node.users();
    await node.cities();
    platform.account = 'B';
    expect(await node.users()).toEqual(['A']);
    await node.touch();

    expect(await node.users()).toEqual(['B']);
    expect(await node.users()).toEqual(['B']);
    // The account of the other connection was not replaced, so its results stay cached.
    await node.cities();
    expect(node.sentTools()).toEqual(['users_list', 'cities_list', 'test_tool_xyz', 'users_list']);
  });

  it('are used if the platform names no version', async () => {
    const platform = startPlatform({ namesVersions: false });
    const node = startNode(platform, createMemoryCacheStore());
    await node.users();
    platform.account = 'B';
    await node.touch();

    expect(await node.users()).toEqual(['A']);
    expect(node.sentTools()).toEqual(['users_list', 'test_tool_xyz']);
  });

  it('are discarded by a node that learns its first version', async () => {
    const platform = startPlatform();
    const store = createMemoryCacheStore();
    await startNode(platform, store).users();
    platform.account = 'B';
    const started = startNode(platform, store);
    await started.touch();

    expect(await started.users()).toEqual(['B']);
  });

  /** A store that drops the versions of accounts: their keys contain `generation`. */
  const withoutVersions = (store: CacheStore): CacheStore => ({
    ...store,
    setMany: async (entries, ttlMs) =>
      store.setMany(
        entries.filter(({ key }) => !key.includes('generation')),
        ttlMs,
      ),
  });

  it('are discarded by the node that learns the version even if the store loses it', async () => {
    const platform = startPlatform();
    const node = startNode(platform, withoutVersions(createMemoryCacheStore()));
    await node.users();
    platform.account = 'B';
    await node.touch();

    expect(await node.users()).toEqual(['B']);
  });

  it('are discarded by a node that learns the version from the store alone', async () => {
    const platform = startPlatform();
    const store = createMemoryCacheStore();
    await startNode(platform, withoutVersions(store)).users();
    platform.account = 'B';
    await startNode(platform, store).touch();

    expect(await startNode(platform, store).users()).toEqual(['B']);
  });

  it('stay discarded when a response of the former account arrives late', async () => {
    const platform = startPlatform();
    const node = startNode(platform, createMemoryCacheStore());
    await node.users();
    for (const account of ['B', 'A']) {
      platform.account = account;
      await node.touch();
      await setImmediate();
    }

    await node.users();
    expect(node.sentTools()).toEqual(['users_list', 'test_tool_xyz', 'test_tool_xyz', 'users_list']);
  });

  it('are not stored when they arrive late', async () => {
    const late = Promise.withResolvers<void>();
    const { open, sentTools } = cachingConnector(async ({ onAccountVersion, tool }, index) => {
      if (index === 0) await late.promise;
      const account = index === 0 ? 'A' : 'B';
      onAccountVersion(account);
      return tool.name === 'users_list' ? { items: [{ id: 'usr_1', name: account }] } : {};
    });
    const users = async () => (await createConversationClient(open()).users()).items[0]?.name;
    const first = users();
    await vi.waitFor(() => expect(sentTools()).toEqual(['users_list']));
    await createConversationClient(open()).test();
    late.resolve();

    expect(await first).toBe('A');
    expect(await users()).toBe('B');
  });
});

it('a read in flight is not joined once a response names another version of the account', async () => {
  const late = Promise.withResolvers<void>();
  const { open } = cachingConnector(
    async ({ onAccountVersion, tool }, index) => {
      if (index === 1) await late.promise;
      onAccountVersion(index < 2 ? 'A' : 'B');
      return tool.name === 'organization_get' ? { name: 'Acme' } : {};
    },
    { ttlMs: 0 },
  );
  const read = async () => {
    const session = open();
    const done = createConversationClient(session).organization();
    return { session, done };
  };
  await createConversationClient(open()).test();
  const first = await read();
  await createConversationClient(open()).test();
  const second = await read();
  late.resolve();
  await Promise.all([first.done, second.done]);

  expect(sourcesOf(second.session)).toEqual(['CALLED']);
});

describe.runIf(testRedisUrl)('two nodes with one Redis', { tags: 'server' }, () => {
  const stores: CacheStore[] = [];
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
  });

  /** A busy machine is slow to connect. */
  const waiting = { timeout: timeLimit(20) };

  async function openStore(namespace: string) {
    const store = createRedisCacheStore({ url: testRedisUrl ?? '', namespace, log: captureLog().log });
    stores.push(store);
    await vi.waitFor(async () => {
      await store.setMany([{ key: 'ready', text: 'yes' }], 60_000);
      expect(await store.getMany(['ready'])).toEqual(['yes']);
    }, waiting);
    return store;
  }

  it('both discard the results of an account when one of them learns that it was replaced', async () => {
    const namespace = randomUUID();
    const platform = startPlatform();
    const one = startNode(platform, await openStore(namespace));
    const otherStore = await openStore(namespace);
    let other = startNode(platform, otherStore);
    await one.users();
    await vi.waitFor(async () => {
      other = startNode(platform, otherStore);
      await other.users();
      expect(other.sentTools()).toEqual([]);
    }, waiting);
    platform.account = 'B';
    await one.touch();

    await vi.waitFor(async () => expect(await other.users()).toEqual(['B']), waiting);
    expect(await one.users()).toEqual(['B']);
  });
});
