import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { connectRedis } from '../../../infrastructure/redis/redis-connection.ts';

/** A cache that never throws, but can lose entries at any time: it skips operations that cannot be done immediately. */
export interface CacheStore {
  /** @returns the text of each key, in the order of the keys; undefined for a missing key */
  getMany(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  setMany(entries: readonly { key: string; text: string }[], ttlMs: number): Promise<void>;
  close(): void;
}

const defaultMaxBytes = 64 * 1024 ** 2;

/** Estimated memory of an entry besides its key and text. */
const entryOverheadBytes = 200;

/** Evicts the least recently used texts. */
export function createMemoryCacheStore(maxBytes: number = defaultMaxBytes): CacheStore {
  const entries = new LRUCache<string, string>({
    // Read the current clock, which tests can replace; by default, the library captures the clock when it is loaded.
    perf: { now: () => performance.now() },
    maxSize: maxBytes,
    // Strings take at most two bytes per character.
    sizeCalculation: (text, key) => entryOverheadBytes + 2 * (text.length + key.length),
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
