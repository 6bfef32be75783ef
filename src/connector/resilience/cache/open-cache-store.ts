import type { Logger } from 'pino';
import type { CacheStore } from './cache-store.ts';
import { createMemoryCacheStore } from './memory-cache-store.ts';
import { createRedisCacheStore } from './redis-cache-store.ts';

/** The store of all nodes where a Redis is named, else one of this process. */
export const openCacheStore = ({
  redisUrl,
  namespace,
  log,
}: {
  redisUrl: string | undefined;
  namespace: string;
  log: Logger;
}): CacheStore =>
  redisUrl === undefined ? createMemoryCacheStore() : createRedisCacheStore({ url: redisUrl, namespace, log });
