import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterRedis } from 'rate-limiter-flexible';
import { connectRedis } from '../redis/redis-connection.ts';

interface SharedCountersOptions {
  /** Begins with `redis://` or `rediss://`. */
  url: string;
  /** Separates deployments that share one Redis server. */
  namespace: string;
  log: Logger;
}

export type Command<Result> = (limiter: RateLimiterAbstract) => Promise<Result>;

export interface Counters {
  /** Returns undefined if the counters are unreachable; the command may be executed nevertheless. */
  run<Result>(command: Command<Result>): Promise<Result | undefined>;
}

export type SharedCounters = ReturnType<typeof openSharedCounters>;

/** Commands give up soon if Redis does not reply. */
export function openSharedCounters({ url, namespace, log }: SharedCountersOptions) {
  const { client, run, close } = connectRedis({
    url,
    onDown: (reason) => log.warn({ reason }, 'the shared rate limits are unreachable: this process counts on its own'),
    onUp: () => log.info('the shared rate limits are back'),
  });
  const keyOfNamespace = createHash('sha256').update(namespace).digest('base64url');
  return {
    open({ name, ...limit }: { name: string; points: number; duration: number }): Counters {
      const keyPrefix = `limit:${keyOfNamespace}:${name}`;
      const limiter = new RateLimiterRedis({ ...limit, keyPrefix, storeClient: client, useRedisPackage: true });
      return { run: (command) => run(() => command(limiter)) };
    },
    close,
  };
}
