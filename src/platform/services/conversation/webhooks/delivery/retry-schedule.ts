const second = 1000;
const hour = 3600 * second;

const initialDelayMs = 5 * second;
/** Requests per delivery. The delays between them add up to two days. */
export const maxAttempts = 16;
/** Share by which a delay is extended at random, so that deliveries that failed together are not repeated together. */
const jitter = 0.1;
/** A `Retry-After` header cannot ask for more. */
const maxRetryAfterMs = 24 * hour;

/** A webhook is disabled if every request has failed for this long. */
export const disableAfterMs = 5 * 24 * hour;

/**
 * Returns the delay before the next attempt: 5 seconds after the first, doubled after each further one.
 * @param attempts number of failed attempts
 * @param options.retryAfterMs minimum that the endpoint asked for, considered up to a day
 * @returns undefined after the last attempt
 */
export function retryDelayMs(
  attempts: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number | undefined; random?: () => number } = {},
): number | undefined {
  if (attempts >= maxAttempts) return undefined;
  const delayMs = initialDelayMs * 2 ** (attempts - 1) * (1 + jitter * random());
  return Math.round(Math.max(delayMs, Math.min(retryAfterMs, maxRetryAfterMs)));
}
