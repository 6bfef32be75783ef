import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Account } from '../../transport.ts';
import type { CacheStore } from './cache-store.ts';

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
    const known = parseGeneration(text);
    if (known.accountVersion === accountVersion) return;
    await begin(account, { id: known.accountVersion === undefined ? known.id : randomUUID(), accountVersion });
  }

  return {
    keyOf,
    parse: parseGeneration,
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
     * Whether a result belongs to the current generation and account version. `generation` comes from the store;
     * the account version that this process knows can be newer than the store's.
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

/** Parses a stored generation: its id, and optionally a space and the account version. Without a text, the id is ''. */
function parseGeneration(text = ''): CacheGeneration {
  const space = text.indexOf(' ');
  return space === -1 ? { id: text } : { id: text.slice(0, space), accountVersion: text.slice(space + 1) };
}
