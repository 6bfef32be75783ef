import { LRUCache } from 'lru-cache';

/**
 * Stores texts for a limited time, in this process or shared by several nodes. It never throws, but can lose entries at
 * any time: an operation that cannot be done immediately is skipped.
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
