import { hash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { connectRedis } from '../../../infrastructure/redis/redis-connection.ts';
import type { Account } from '../../transport.ts';

/** A cache that never throws, but can lose entries at any time: it skips operations that cannot be done immediately. */
export interface CacheStore {
  /** @returns the text of each key, in the order of the keys; undefined for a missing key */
  getMany(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  setMany(entries: readonly { key: string; text: string }[], ttlMs: number): Promise<void>;
  close(): void;
}

const defaultMaxBytes = 64 * 1024 ** 2;

const overheadBytes = 200;

/** Evicts the least recently used texts. */
export function createMemoryCacheStore(maxBytes: number = defaultMaxBytes): CacheStore {
  const entries = new LRUCache<string, string>({
    // Read the current clock, which tests can replace; by default, the library captures the clock when it is loaded.
    perf: { now: () => performance.now() },
    maxSize: maxBytes,
    // Strings take at most two bytes per character.
    sizeCalculation: (text, key) => overheadBytes + 2 * (text.length + key.length),
  });

  return {
    getMany: async (keys) => keys.map((key) => entries.get(key)),
    async setMany(added, ttlMs) {
      for (const { key, text } of added) entries.set(key, text, { ttl: ttlMs });
    },
    close: () => entries.clear(),
  };
}

interface RedisCacheOptions {
  url: string;
  /** Separates deployments that share one Redis server. */
  namespace: string;
  log: Logger;
}

/** Maximum number of entries in unfinished writes. Further entries are not stored, which bounds memory. */
const maxConcurrentWrites = 1_000;

/**
 * While Redis is down, hangs or sends invalid replies, the store appears empty and hardly slows down reads. A reply
 * that is late because this process is too busy to read it does not count as a failure.
 */
export function createRedisCacheStore({ url, namespace, log }: RedisCacheOptions): CacheStore {
  const { client, run, close } = connectRedis({
    url,
    onDown: (reason) => log.warn({ reason }, 'the shared cache is down: continuing without it'),
    onUp: () => log.info('the shared cache is back'),
  });
  let writing = 0;

  const keyOf = (key: string) => hash('sha256', JSON.stringify([namespace, key]), 'base64url');

  return {
    async getMany(keys) {
      const texts = await run(() => client.mGet(keys.map(keyOf)));
      return keys.map((_, index) => texts?.[index] ?? undefined);
    },
    async setMany(entries, ttlMs) {
      if (writing + entries.length > maxConcurrentWrites) return;
      writing += entries.length;
      await run(() => Promise.all(entries.map(({ key, text }) => client.pSetEx(keyOf(key), ttlMs, text))));
      writing -= entries.length;
    },
    close,
  };
}

/** Identifies the valid cached results of an account. A new generation invalidates all earlier results. */
interface CacheGeneration {
  id: string;
  /** Version of the account; undefined if the platform sends no version. */
  accountVersion?: string | undefined;
}

/** Number of accounts whose last version this process remembers. */
const maxAccounts = 10_000;

/**
 * Stores the current generation of the cached results of each account. Nodes with the same store share the generations.
 *
 * @param options.ttlMs how long a generation is stored, in milliseconds; must exceed the lifetime of cached results
 */
export function createCacheGenerations({ store, ttlMs }: { store: CacheStore; ttlMs: number }) {
  const versions = new LRUCache<string, string>({ max: maxAccounts });

  const begin = (account: Account, { id, accountVersion }: CacheGeneration) =>
    store.setMany(
      [{ key: keyOf(account), text: accountVersion === undefined ? id : `${id} ${accountVersion}` }],
      ttlMs,
    );

  /** Stores the version. A changed version begins a generation, so late results of the old version stay invalid. */
  async function shareVersion(account: Account, accountVersion: string): Promise<void> {
    const [text] = await store.getMany([keyOf(account)]);
    const known = parse(text);
    if (known.accountVersion === accountVersion) return;
    await begin(account, { id: known.accountVersion === undefined ? known.id : randomUUID(), accountVersion });
  }

  return {
    keyOf,
    parse,
    shareVersion,
    begin: (account: Account) => begin(account, { id: randomUUID() }),
    /** Returns whether another version of the account was reported before. */
    reportVersion(account: Account, version: string): boolean {
      const key = keyOf(account);
      const previous = versions.get(key);
      if (previous === version) return false;
      versions.set(key, version);
      void shareVersion(account, version);
      return previous !== undefined;
    },
    /**
     * Whether a result belongs to the current generation and account version. `generation` comes from the store, but
     * this process may know a newer account version.
     */
    isCurrent(
      result: { generation: string; accountVersion?: string | undefined },
      { account, generation }: { account: Account; generation: CacheGeneration },
    ): boolean {
      const current = [generation.accountVersion, versions.get(keyOf(account))];
      return (
        result.generation === generation.id &&
        current.every((version) => version === undefined || version === result.accountVersion)
      );
    },
  };
}

const keyOf = ({ connectionName, identifier }: Account) => JSON.stringify([connectionName, identifier, 'generation']);

/** Parses the id and, after a space, the version. */
function parse(text = ''): CacheGeneration {
  const space = text.indexOf(' ');
  return space === -1 ? { id: text } : { id: text.slice(0, space), accountVersion: text.slice(space + 1) };
}
