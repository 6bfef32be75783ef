import { LRUCache } from 'lru-cache';
import type { RetryBudgetSettings } from './settings.ts';

/** Limits the retries on a connection, of each identifier and of all together. */
export interface RetryBudget {
  /** Adds the share of one call; must be called before the first attempt of each call. */
  earn(identifier: string): void;
  /** Takes one retry from the budget; returns false if none is left. */
  spend(identifier: string): boolean;
}

/** How many identifiers can use their whole budgets at once before they compete for retries. */
const maxSpendingIdentifiers = 4;

/**
 * Creates a retry budget from token buckets: one for each identifier, so that the failing calls of one caller do not
 * take the retries of others, and a larger one for all, so that a connection is not flooded when the calls of many
 * callers fail.
 */
export function createRetryBudget(settings: RetryBudgetSettings, maxIdentifiers: number): RetryBudget {
  const all = createBucket({
    perCall: settings.perCall,
    perSecond: maxSpendingIdentifiers * settings.perSecond,
    maxSaved: maxSpendingIdentifiers * settings.maxSaved,
  });
  const buckets = new LRUCache<string, Bucket>({ max: maxIdentifiers });
  const bucketOf = (identifier: string) => {
    const bucket = buckets.get(identifier) ?? createBucket(settings);
    buckets.set(identifier, bucket);
    return bucket;
  };

  return {
    earn(identifier) {
      all.earn();
      bucketOf(identifier).earn();
    },
    spend(identifier) {
      const own = bucketOf(identifier);
      if (!own.hasRetry() || !all.hasRetry()) return false;
      own.spend();
      all.spend();
      return true;
    },
  };
}

type Bucket = ReturnType<typeof createBucket>;

function createBucket({ perCall, perSecond, maxSaved }: RetryBudgetSettings) {
  let saved = maxSaved;
  let refilledAt = performance.now();

  const add = (retries: number) => {
    saved = Math.min(maxSaved, saved + retries);
  };

  return {
    earn: () => add(perCall),
    hasRetry() {
      const now = performance.now();
      add(((now - refilledAt) / 1000) * perSecond);
      refilledAt = now;
      return saved >= 1;
    },
    spend() {
      saved -= 1;
    },
  };
}
