import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterRedis } from 'rate-limiter-flexible';
import { connectRedis } from '../redis/redis-connection.ts';

export interface SharedCountersOptions {
  /** Begins with `redis://` or `rediss://`. */
  url: string;
  /** Separates deployments that share one Redis server. */
  namespace: string;
  log: Logger;
}

export type Command<Result> = (limiter: RateLimiterAbstract) => Promise<Result>;

/** The counters of one limit, with the points of each key. */
export interface Counters {
  /** Returns undefined if the counters are unreachable; the command may be executed nevertheless. */
  run<Result>(command: Command<Result>): Promise<Result | undefined>;
}

/** Counters in Redis that several processes share. Commands give up soon if Redis does not reply. */
export interface SharedCounters {
  open(limit: { name: string; points: number; duration: number }): Counters;
  close(): void;
}

/** Connects to Redis. The connection recovers by itself. */
export function openSharedCounters({ url, namespace, log }: SharedCountersOptions): SharedCounters {
  const { client, run, close } = connectRedis({
    url,
    onDown: (reason) => log.warn({ reason }, 'the shared rate limits are unreachable: this process counts on its own'),
    onUp: () => log.info('the shared rate limits are back'),
  });
  const keyOfNamespace = createHash('sha256').update(namespace).digest('base64url');
  return {
    open({ name, ...limit }) {
      const keyPrefix = `limit:${keyOfNamespace}:${name}`;
      const limiter = new RateLimiterRedis({ ...limit, keyPrefix, storeClient: client, useRedisPackage: true });
      return { run: (command) => run(() => command(limiter)) };
    },
    close,
  };
}
