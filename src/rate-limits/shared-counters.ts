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
import { type RateLimiterAbstract, RateLimiterRedis } from 'rate-limiter-flexible';

export interface SharedCountersOptions {
  /** Begins with `redis://` or `rediss://`. */
  url: string;
  /** Separates deployments that share one Redis server. */
  namespace: string;
  log: Logger;
}

export type Command<Result> = (limiter: RateLimiterAbstract) => Promise<Result>;

/** Where the points of one limit are counted. */
export interface Counters {
  /** Returns undefined if the counters are unreachable; the command may be executed nevertheless. */
  run<Result>(command: Command<Result>): Promise<Result | undefined>;
}

/** A Redis in which several processes count together. No command waits for it longer than a tenth of a second. */
export interface SharedCounters {
  open(limit: { name: string; points: number; duration: number }): Counters;
  close(): void;
}

const commandTimeoutMs = 100;
/** After this many failed commands in a row, no commands are sent for a while. */
const maxConsecutiveFailures = 3;
const maxPauseMs = 5_000;
const maxReconnectDelayMs = 2_000;
const pingIntervalMs = 2_000;

/** Connects to Redis. The connection recovers by itself. */
export function openSharedCounters({ url, namespace, log }: SharedCountersOptions): SharedCounters {
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
  let isClosed = false;

  client.on('error', reportDown);
  // Send a command on these events, to detect a recovery even when nothing is counted.
  for (const event of ['ready', 'ping-interval']) client.on(event, () => void run(() => client.ping()));
  client.connect().catch(reportDown);

  async function run<Result>(command: () => Promise<Result>): Promise<Result | undefined> {
    // In the half-open state, a command is in flight as a probe. Other commands would wait for its outcome.
    if (!client.isReady || breaker.state === CircuitState.HalfOpen) return undefined;
    try {
      const result = await breaker.execute(() => withinTime(command()));
      if (isDown) log.info('the shared rate limits are back');
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
    log.warn({ reason }, 'the shared rate limits are unreachable: this process counts on its own');
  }

  const keyOfNamespace = createHash('sha256').update(namespace).digest('base64url');
  return {
    open({ name, ...limit }) {
      const keyPrefix = `limit:${keyOfNamespace}:${name}`;
      const limiter = new RateLimiterRedis({ ...limit, keyPrefix, storeClient: client, useRedisPackage: true });
      return { run: (command) => run(() => command(limiter)) };
    },
    close() {
      isClosed = true;
      if (client.isOpen) client.destroy();
    },
  };
}

/**
 * Rejects if the result takes too long. After the timer, a reply that has already arrived is still read: if this process
 * was busy, Redis was not slow.
 */
async function withinTime<Result>(result: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => setImmediate(() => late.reject(new Error(`no reply within ${commandTimeoutMs} ms`))),
    commandTimeoutMs,
  );
  return Promise.race([result, late.promise]).finally(() => clearTimeout(timer));
}
