import type { MiddlewareHandler } from 'hono';
import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import { formatRetryAfter } from '../../tools/rules/http.ts';
import type { OperationAccount } from '../../operation/operation-account.ts';

export interface AccountVariables {
  /** Set once the caller is identified. */
  account?: OperationAccount | undefined;
}

/**
 * Adds the headers of the IETF draft "RateLimit header fields for HTTP" to every response: the policy, and for an
 * identified caller what is left of it. A rejected operation also gets `Retry-After`.
 */
export function rateLimitHeaders({
  points,
  windowSeconds,
}: RateLimit): MiddlewareHandler<{ Variables: AccountVariables }> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('ratelimit-policy', `"cost";q=${points};w=${windowSeconds}`);
    const account = c.get('account');
    const balance = await account?.balance();
    if (!balance) return;
    headers.set('ratelimit', `"cost";r=${balance.remaining};t=${secondsUntil(balance.resetAt)}`);
    if (account?.retryAt !== undefined) headers.set('retry-after', formatRetryAfter(account.retryAt - Date.now()));
  };
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000));
