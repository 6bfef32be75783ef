import pLimit, { type LimitFunction } from 'p-limit';

/** Calls that one caller may have in flight on one connection; further calls are queued. */
export const maxCallsInFlight = 10;

/** A queue per identifier. A call whose signal is aborted in the queue is not sent. */
export function createBulkhead() {
  const queues = new Map<string, LimitFunction>();
  return async <Result>(
    { identifier, signal }: { identifier: string; signal: AbortSignal },
    run: () => Promise<Result>,
  ): Promise<Result> => {
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
