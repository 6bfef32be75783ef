import { LRUCache } from 'lru-cache';

/**
 * Stores texts for a limited time, in this process or for several nodes. It can lose entries at any time, but never
 * throws: an operation that cannot be done at once is skipped.
 */
export interface CacheStore {
  /** @returns the text of each key, in the order of the keys; undefined for a missing key */
  getMany(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  setMany(entries: readonly CacheEntry[], ttlMs: number): Promise<void>;
  close(): void;
}

export interface CacheEntry {
  key: string;
  text: string;
}

const defaultMaxBytes = 32 * 1024 ** 2;

/** Estimated size of an entry in addition to its key and text. */
const overheadBytes = 200;

/** Stores texts in this process and evicts the least recently used ones. */
export function createMemoryCacheStore(maxBytes: number = defaultMaxBytes): CacheStore {
  const entries = new LRUCache<string, string>({
    // By default the library captures the clock when its module is loaded.
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
