import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import { formatRetryAfter } from '../../tools/rules/http.ts';
import type { OperationAccount } from '../../operation/operation-account.ts';

/**
 * Adds the headers of the IETF draft "RateLimit header fields for HTTP": the policy, and for an identified caller what is
 * left of it. A rejected operation also gets `Retry-After`.
 * @param account undefined until the caller is identified
 */
export async function addRateLimitHeaders(
  { headers }: Response,
  { points, windowSeconds }: RateLimit,
  account: OperationAccount | undefined,
): Promise<void> {
  headers.set('ratelimit-policy', `"cost";q=${points};w=${windowSeconds}`);
  const balance = await account?.balance();
  if (balance) headers.set('ratelimit', `"cost";r=${balance.remaining};t=${secondsUntil(balance.resetAt)}`);
  if (account?.retryAt !== undefined) headers.set('retry-after', formatRetryAfter(account.retryAt - Date.now()));
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000));
