import { LRUCache } from 'lru-cache';
import type { CacheStore } from './cache-store.ts';

const defaultMaxBytes = 32 * 1024 ** 2;

/** What an entry takes beside its text. */
const entryBytes = 200;

/** Keeps what was used last, within a number of bytes. */
export function createMemoryCacheStore(maxBytes: number = defaultMaxBytes): CacheStore {
  const kept = new LRUCache<string, string>({
    // Left alone it keeps the clock that there was when the module was loaded.
    perf: { now: () => performance.now() },
    maxSize: maxBytes,
    // Two bytes a character is what text takes at most.
    sizeCalculation: (text, key) => entryBytes + 2 * (text.length + key.length),
  });

  return {
    getMany: async (keys) => keys.map((key) => kept.get(key)),
    async setMany(entries, ttlMs) {
      for (const { key, text } of entries) kept.set(key, text, { ttl: ttlMs });
    },
    close: () => kept.clear(),
  };
}
