/**
 * Keeps texts for a while, here or for several nodes. It may lose any of them at any time, and never fails: what it
 * cannot do at once is not done.
 */
export interface CacheStore {
  /** @returns a text for every key that it still has, in the order of the keys */
  getMany(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  setMany(entries: readonly CacheEntry[], ttlMs: number): Promise<void>;
  close(): void;
}

export interface CacheEntry {
  key: string;
  text: string;
}
