import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { connectRedis } from '../../../infrastructure/redis/redis-connection.ts';
import type { CacheStore } from './cache-store.ts';

export interface RedisCacheOptions {
  /** Begins with `redis://` or `rediss://`. */
  url: string;
  /** Part of every key, to separate deployments that share one Redis server. */
  namespace: string;
  log: Logger;
  /** Time between pings, in milliseconds; 2 seconds by default. */
  pingIntervalMs?: number;
}

/**
 * Maximum number of entries in unfinished writes. Further writes are skipped: loading data again is better than an
 * unbounded queue.
 */
const maxConcurrentWrites = 1_000;

/**
 * Stores texts in Redis, shared by all nodes. While Redis is down, hangs or sends invalid replies, the store appears
 * empty and hardly slows down reads; it recovers by itself. It stays in use while this process is too busy to read
 * replies in time.
 */
export function createRedisCacheStore({ url, namespace, log, ...times }: RedisCacheOptions): CacheStore {
  const { client, run, close } = connectRedis({
    url,
    ...times,
    onDown: (reason) => log.warn({ reason }, 'the shared cache is down: continuing without it'),
    onUp: () => log.info('the shared cache is back'),
  });
  let writing = 0;

  const keyOf = (key: string) =>
    createHash('sha256')
      .update(JSON.stringify([namespace, key]))
      .digest('base64url');

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
