import pLimit, { type LimitFunction } from 'p-limit';

/** Maximum number of calls that one caller can have in flight on one connection; further calls are queued. */
export const maxCallsInFlight = 10;

/** Limits the calls in flight of each identifier and queues further ones. A call aborted in the queue is not sent. */
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
