import { createFairQueue, QueueFullError } from '../../infrastructure/fairness/fair-queue.ts';
import { RejectedCallError } from './rejected-call-error.ts';
import type { BulkheadSettings } from './settings.ts';

/**
 * Limits the calls in flight of each identifier and of the connection as a whole. Further calls are queued; identifiers
 * take turns. A call aborted in the queue is not sent.
 */
export function createBulkhead(settings: Required<BulkheadSettings>) {
  const queue = createFairQueue({
    maxRunning: settings.maxCalls,
    maxRunningPerKey: settings.maxCallsPerIdentifier,
    maxWaiting: settings.maxQueuedCalls,
    maxWaitingPerKey: settings.maxQueuedCallsPerIdentifier,
  });
  return {
    /** @throws RejectedCallError `RATE_LIMITED` if too many calls of the identifier are queued; or the error of `send` */
    async run<Result>(
      { tool, identifier, signal }: { tool: string; identifier: string; signal: AbortSignal },
      send: () => Promise<Result>,
    ): Promise<Result> {
      try {
        return await queue.run({ key: identifier, signal }, send);
      } catch (error) {
        if (!(error instanceof QueueFullError)) throw error;
        throw new RejectedCallError({
          code: 'RATE_LIMITED',
          message: `${tool} was not called: too many calls of this caller are waiting.`,
          tool,
          retryAfterMs: 1_000,
          cause: error,
        });
      }
    },
    get inFlight() {
      return queue.running;
    },
    get queued() {
      return queue.waiting;
    },
  };
}
