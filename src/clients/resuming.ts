type Variables = Record<string, unknown> | null | undefined;
type Result = { data?: object | null | undefined; errors?: readonly object[] | undefined };
type Sink = { next(result: Result): void; error(error: unknown): void; complete(): void };
type StreamClient = { subscribe(request: { query: string; variables?: Variables }, sink: Sink): () => void };

/**
 * Makes a client of graphql-ws or graphql-sse, with `retryAttempts` of 0, continue after the last event when a
 * subscription is interrupted. If events were lost, the client subscribes without `after` and calls `reload`, which
 * loads the current state. Without `reload`, the subscription fails.
 */
export function resuming<T extends StreamClient>(client: T, reload?: () => void): T {
  const subscribe: StreamClient['subscribe'] = (request, sink) => {
    let after = request.variables?.['after'];
    let attempts = 0;
    let lastErrors: unknown;
    let isOutdated = false;
    let isCancelled = false;
    let cancel = () => {};
    const begin = () => {
      const begunAt = Date.now();
      let isInterrupted = false;
      const resume = (reason: unknown) => {
        if (isCancelled) return;
        if (Date.now() - begunAt > stableMs) attempts = 0;
        if (!mayResume(reason, attempts) || (isCursorExpired(reason) && !reload))
          return sink.error(lastErrors ?? reason);
        if (isCursorExpired(reason)) {
          isOutdated = true;
          after = undefined;
        }
        attempts += 1;
        const timer = setTimeout(begin, delayBefore(reason, attempts));
        cancel = () => clearTimeout(timer);
      };
      const variables = { ...request.variables, after };
      cancel = client.subscribe(
        { ...request, variables },
        {
          next(result) {
            const [event] = Object.values(result.data ?? {});
            after = event?.cursor ?? after;
            if (event?.cursor) isOutdated = false;
            isInterrupted = event === undefined && result.errors !== undefined;
            lastErrors = isInterrupted ? result.errors : undefined;
            if (!isInterrupted) sink.next(result);
          },
          error: resume,
          complete: () => (isInterrupted ? resume(lastErrors) : sink.complete()),
        },
      );
      if (isOutdated) reload?.();
    };
    begin();
    return () => {
      isCancelled = true;
      cancel();
    };
  };
  return { ...client, subscribe };
}

/** A subscription that lasted longer counts as a success, after which the attempts begin anew. */
const stableMs = 10_000;

/**
 * Returns whether a new attempt can succeed. An expired token is worth two attempts, each with a new token: the first
 * can still reach a WebSocket that other subscriptions opened with the old token.
 */
function mayResume(reason: unknown, attempts: number): boolean {
  const { extensions, response, code } = firstError(reason);
  // A WebSocket's close code is the status plus 4000; other errors have neither.
  const status = response?.status ?? code - 4000;
  if (extensions?.code === 'UNAUTHENTICATED' || status === 401 || status === 403) return attempts < 2;
  // A rejected subscription fails with a list of GraphQL errors, a lost connection with something else.
  if (extensions || Array.isArray(reason)) return extensions?.isRetryable || isCursorExpired(reason);
  return temporaryStatuses.has(status) || !(status >= 400 && status < 500);
}

const isCursorExpired = (reason: unknown) => firstError(reason).extensions?.code === 'EVENT_CURSOR_EXPIRED';

/** A reason is an error, a close event or a list of GraphQL errors. */
const firstError = (reason: unknown) => Object([reason].flat()[0]);

/** 4xx statuses that a retry can mend; 499 is a missing pong. */
const temporaryStatuses = new Set([408, 429, 499]);

/**
 * Returns a random delay in milliseconds, so that clients do not reconnect at the same moment. The first delay after a
 * lost connection is up to 5 seconds, because a server that crashes loses all its clients at once.
 */
function delayBefore(reason: unknown, attempts: number): number {
  const { extensions } = firstError(reason);
  const waitMs = Math.max(0, Date.parse(extensions?.retryAt) - Date.now() || 0);
  return waitMs + Math.random() * Math.min((extensions ? 500 : 2500) * 2 ** attempts, 32_000);
}
