import type { MiddlewareHandler } from 'hono';
import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import { formatRetryAfter } from '../../tools/rules/http.ts';
import type { CallerQuota } from '../../operation/caller-quota.ts';

export interface QuotaVariables {
  /** Set once the caller is identified, if a rate limit applies. */
  quota?: CallerQuota | undefined;
}

/**
 * Adds the headers of the IETF draft "RateLimit header fields for HTTP" to every response: the policy, and for an
 * identified caller what is left of it. A rejected operation also gets `Retry-After`.
 */
export function rateLimitHeaders({
  points,
  windowSeconds,
}: RateLimit): MiddlewareHandler<{ Variables: QuotaVariables }> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('ratelimit-policy', `"cost";q=${points};w=${windowSeconds}`);
    const quota = c.get('quota');
    if (!quota) return;
    const { remaining, resetAt } = await quota.balance();
    headers.set('ratelimit', `"cost";r=${remaining};t=${secondsUntil(resetAt)}`);
    if (quota.retryAt !== undefined) headers.set('retry-after', formatRetryAfter(quota.retryAt - Date.now()));
  };
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000));
