import pLimit, { type LimitFunction } from 'p-limit';

/** How many calls one caller may have in flight on one connection. */
export const maxCallsInFlight = 10;

/** One queue an identifier; forgotten when nothing waits in it. A call whose signal ends while it waits is not made. */
export function createBulkhead() {
  const queues = new Map<string, LimitFunction>();
  return async <Answer>(
    { identifier, signal }: { identifier: string; signal: AbortSignal },
    run: () => Promise<Answer>,
  ): Promise<Answer> => {
    const queue = queues.get(identifier) ?? pLimit(maxCallsInFlight);
    queues.set(identifier, queue);
    try {
      return await queue(async () => {
        signal.throwIfAborted();
        return run();
      });
    } finally {
      if (queue.activeCount + queue.pendingCount === 0 && queues.get(identifier) === queue) queues.delete(identifier);
    }
  };
}
