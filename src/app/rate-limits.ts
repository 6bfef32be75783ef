import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { createRateLimit } from '../infrastructure/fairness/rate-limit.ts';
import type { Metrics } from '../infrastructure/telemetry/metrics.ts';
import { openSharedCounters } from '../infrastructure/fairness/shared-counters.ts';
import { cacheNamespace } from './cache-namespace.ts';

const windowSeconds = 60;

/** Opens the limits on what callers may spend: counted in Redis if one is configured, otherwise in this process. */
export function openRateLimits(config: Config, { log, metrics }: { log: Logger; metrics: Metrics }) {
  const { rateLimit, cache } = config;
  const onRejected = (limit: string) => metrics.rateLimitRejections.inc({ limit });
  const isCounting = config.serves.has('platform') || (config.serves.has('graph') && rateLimit !== undefined);
  const shared =
    isCounting && cache.redisUrl !== undefined
      ? openSharedCounters({ url: cache.redisUrl, namespace: cacheNamespace(config), log })
      : undefined;
  return {
    /** Limits the cost of the operations of each caller of the graph. */
    operations:
      rateLimit === undefined
        ? undefined
        : createRateLimit({ name: 'cost', points: rateLimit, windowSeconds, shared, onRejected }),
    shared,
    onRejected,
    close: () => shared?.close(),
  };
}
