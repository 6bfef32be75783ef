import { createHash } from 'node:crypto';
import { createClient } from '@redis/client';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleAll,
} from 'cockatiel';
import type { Logger } from 'pino';
import type { CacheStore } from './cache-store.ts';
import { withCommandTimeout } from './command-timeout.ts';

export interface RedisCacheOptions {
  /** Begins with `redis://` or `rediss://`. */
  url: string;
  /** Part of every key, to separate deployments that share one Redis server. */
  namespace: string;
  log: Logger;
}

/** After this many failed commands in a row, no commands are sent for a while. */
const maxConsecutiveFailures = 3;
const maxPauseMs = 5_000;
const maxReconnectDelayMs = 2_000;
const pingIntervalMs = 2_000;
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
export function createRedisCacheStore({ url, namespace, log }: RedisCacheOptions): CacheStore {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: pingIntervalMs,
    socket: {
      connectTimeout: maxReconnectDelayMs,
      // Above the ping interval, so that only a server that no longer replies to pings causes a reconnect.
      socketTimeout: 2 * pingIntervalMs,
      reconnectStrategy: (retries) => Math.min(maxReconnectDelayMs, 50 * 2 ** retries),
    },
  });
  const breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(maxConsecutiveFailures),
    halfOpenAfter: new ExponentialBackoff({ initialDelay: 500, maxDelay: maxPauseMs }),
  });
  let isDown = false;
  let writing = 0;
  let isClosed = false;

  client.on('error', reportDown);
  // Send a command on these events, to detect a recovery even when there are no reads.
  for (const event of ['ready', 'ping-interval']) client.on(event, () => void bounded(() => client.ping()));
  client.connect().catch(reportDown);

  /** Runs a command with a time limit; returns undefined if Redis is down or too slow. */
  async function bounded<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    // In the half-open state, a command is in flight as a probe. Skip other commands, which would wait for its outcome.
    if (!client.isReady || breaker.state === CircuitState.HalfOpen) return undefined;
    try {
      const result = await breaker.execute(() => withCommandTimeout(work));
      if (isDown) log.info('the shared cache is back');
      isDown = false;
      return result;
    } catch (error) {
      if (breaker.state !== CircuitState.Closed && !(error instanceof BrokenCircuitError)) reportDown(error);
      return undefined;
    }
  }

  function reportDown(error: unknown) {
    if (isDown || isClosed) return;
    isDown = true;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'the shared cache is down: continuing without it');
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
      if (writing + entries.length > maxConcurrentWrites) return;
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
