import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { connectRedis } from '../redis/redis-connection.ts';

export interface Balance {
  remaining: number;
  /** When the window ends, in epoch milliseconds; all points are available again from then on. */
  resetAt: number;
}

export interface Reservation {
  /** Whether the points are reserved. */
  isGranted: boolean;
  balance: Balance;
  /** Returns unspent points or takes the excess, and resolves with the balance. Only the first call has an effect. */
  charge(spent: number): Promise<Balance>;
}

export type RateLimit = ReturnType<typeof createRateLimit>;

interface RateLimitOptions {
  /** Unique name of the limit in this program. */
  name: string;
  points: number;
  windowSeconds: number;
  /** Counters that several processes share. While they are unreachable, this process counts on its own. */
  shared?: SharedCounters | undefined;
  onRejected?: ((name: string) => void) | undefined;
}

type Command<Result> = (limiter: RateLimiterAbstract) => Promise<Result>;

interface Counters {
  /** Returns undefined if the counters are unreachable; the command may be executed nevertheless. */
  run<Result>(command: Command<Result>): Promise<Result | undefined>;
}

/** A window begins when a key first spends points. Around the end of a window, a key can spend twice the limit. */
export function createRateLimit({ name, points: limit, windowSeconds, shared, onRejected }: RateLimitOptions) {
  const options = { points: limit, duration: windowSeconds };
  const memory = new RateLimiterMemory(options);
  const localCounters: Counters = { run: (command) => command(memory) };
  const sharedCounters = shared?.open({ ...options, name });

  /** Also returns the counters that ran the command, because `charge` must correct the same counters. */
  async function onReachable<Result>(command: Command<Result>): Promise<{ counters: Counters; result: Result }> {
    const result = await sharedCounters?.run(command);
    if (sharedCounters && result !== undefined) return { counters: sharedCounters, result };
    return { counters: localCounters, result: await command(memory) };
  }

  const balanceOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Balance => ({
    remaining: Math.min(limit, Math.max(0, limit - consumedPoints)),
    resetAt: Date.now() + Math.max(0, msBeforeNext),
  });

  async function balance(key: string): Promise<Balance> {
    const { result } = await onReachable(async (limiter) => ({ state: await limiter.get(hashOf(key)) }));
    // The library can still return a window that has just ended.
    const isOpen = result.state !== null && result.state.msBeforeNext > 0;
    return isOpen && result.state ? balanceOf(result.state) : { remaining: limit, resetAt: Date.now() };
  }

  return {
    points: limit,
    windowSeconds,
    balance,
    async reserve(key: string, points = 1): Promise<Reservation> {
      const id = hashOf(key);
      const { counters, result } = await onReachable((limiter) => consume(limiter, id, points));
      const reserved = balanceOf(result.state);
      /** Returns points to the caller; a negative number takes further points. */
      const returnPoints = async (returned: number) => {
        if (returned === 0) return reserved;
        if (Date.now() > reserved.resetAt - chargeMarginMs) return balance(key);
        const state = await counters.run((limiter) =>
          returned > 0 ? limiter.reward(id, returned) : limiter.penalty(id, -returned),
        );
        // Unreachable counters keep the reserved points until the window ends.
        return state ? balanceOf(state) : reserved;
      };
      if (!result.isGranted) {
        onRejected?.(name);
        // Return the points: the library also counts points that it rejects.
        const unchanged = await returnPoints(points);
        return { isGranted: false, balance: unchanged, charge: async () => unchanged };
      }
      let charged: Promise<Balance> | undefined;
      const charge = (spent: number) => (charged ??= returnPoints(points - Math.max(0, spent)));
      return { isGranted: true, balance: reserved, charge };
    },
  };
}

/** Time before the end of a window in which reservations are not corrected: a correction could hit the next window. */
const chargeMarginMs = 250;

/** Returns a rejection as a result, because an error would count as a fault of Redis. */
async function consume(limiter: RateLimiterAbstract, id: string, points: number) {
  try {
    return { isGranted: true, state: await limiter.consume(id, points) };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { isGranted: false, state: error };
    throw error;
  }
}

/** Hashes keys, because callers choose their length, and because identifiers can be personal data. */
const hashOf = (key: string) => hash('sha256', key, 'base64url');

interface SharedCountersOptions {
  url: string;
  /** Separates deployments that share one Redis server. */
  namespace: string;
  log: Logger;
}

export type SharedCounters = ReturnType<typeof openSharedCounters>;

/** Counts in Redis. Commands give up soon if Redis does not reply. */
export function openSharedCounters({ url, namespace, log }: SharedCountersOptions) {
  const { client, run, close } = connectRedis({
    url,
    onDown: (reason) => log.warn({ reason }, 'the shared rate limits are unreachable: this process counts on its own'),
    onUp: () => log.info('the shared rate limits are back'),
  });
  return {
    open({ name, ...limit }: { name: string; points: number; duration: number }): Counters {
      const keyPrefix = `limit:${hashOf(namespace)}:${name}`;
      const limiter = new RateLimiterRedis({ ...limit, keyPrefix, storeClient: client, useRedisPackage: true });
      return { run: (command) => run(() => command(limiter)) };
    },
    close,
  };
}
