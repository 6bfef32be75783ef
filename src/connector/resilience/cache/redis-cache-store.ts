import { createHash } from 'node:crypto';
import { createClient } from '@redis/client';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleAll,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import type { Logger } from 'pino';
import type { CacheStore } from './cache-store.ts';

export interface RedisCacheOptions {
  /** `redis://` or `rediss://` */
  url: string;
  /** Keeps apart what different deployments put into one Redis. */
  namespace: string;
  log: Logger;
}

/** A cache that takes longer is of no use. */
const longestMs = 100;
/** So many commands in a row that fail; then reads go on without it for a while. */
const failuresInARow = 3;
const longestPauseMs = 5_000;
const longestReconnectMs = 2_000;
const pingMs = 2_000;
/** So many writes at once; others are left out. */
const mostWrites = 1_000;

/**
 * Keeps texts in Redis, for all nodes. While it is gone, hangs or talks nonsense there is nothing in it, and it costs
 * reads next to nothing; it is found again by itself.
 */
export function createRedisCacheStore({ url, namespace, log }: RedisCacheOptions): CacheStore {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: pingMs,
    socket: {
      connectTimeout: longestReconnectMs,
      // Longer than a ping takes: a server that says nothing at all is left, and connected to anew.
      socketTimeout: 2 * pingMs,
      reconnectStrategy: (retries) => Math.min(longestReconnectMs, 50 * 2 ** retries),
    },
  });
  const breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(failuresInARow),
    halfOpenAfter: new ExponentialBackoff({ initialDelay: 500, maxDelay: longestPauseMs }),
  });
  const policy = wrap(breaker, timeout(longestMs, TimeoutStrategy.Aggressive));
  let isGone = false;
  let writing = 0;
  let isClosed = false;

  client.on('error', gone);
  // Whether or not anybody reads: what answers again is soon known to.
  for (const event of ['ready', 'ping-interval']) client.on(event, () => void bounded(() => client.ping()));
  client.connect().catch(gone);

  /** Does what Redis is asked for, or nothing. */
  async function bounded<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    // One command finds out whether it is back; nobody waits for what it finds.
    if (!client.isReady || breaker.state === CircuitState.HalfOpen) return undefined;
    try {
      const answer = await policy.execute(work);
      if (isGone) log.info('the shared cache is back');
      isGone = false;
      return answer;
    } catch (error) {
      if (breaker.state !== CircuitState.Closed && !(error instanceof BrokenCircuitError)) gone(error);
      return undefined;
    }
  }

  function gone(error: unknown) {
    if (isGone || isClosed) return;
    isGone = true;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'the shared cache is gone: reads go on without it');
  }

  const keyOf = (key: string) =>
    createHash('sha256')
      .update(JSON.stringify([namespace, key]))
      .digest('base64url');

  return {
    async getMany(keys) {
      const texts = await bounded(() => client.mGet(keys.map(keyOf)));
      return keys.map((_, index) => texts?.[index] ?? undefined);
    },
    async setMany(entries, ttlMs) {
      // Whatever is not kept is asked for again: better than a queue without end.
      if (writing + entries.length > mostWrites) return;
      writing += entries.length;
      await bounded(() => Promise.all(entries.map(({ key, text }) => client.pSetEx(keyOf(key), ttlMs, text))));
      writing -= entries.length;
    },
    close() {
      isClosed = true;
      if (client.isOpen) client.destroy();
    },
  };
}
