import type { Writable } from 'node:stream';
import { createFairQueue } from '../infrastructure/fairness/fair-queue.ts';
import type { Payer } from './payer.ts';
import { QueueError } from '../infrastructure/fairness/slot-queue.ts';

/** Limits of one caller, for operations and for subscriptions. */
export interface SlotLimits {
  maxRunning: number;
  maxWaiting: number;
  maxWaitMs: number;
  maxSubscriptions: number;
}

/** The limits of an authenticated caller. A large screen of a web app sends about five operations at once. */
export const slotLimits: SlotLimits = { maxRunning: 10, maxWaiting: 20, maxWaitMs: 5_000, maxSubscriptions: 100 };

/** The limits while callers are not authenticated: all share one identifier, and only this machine can call. */
export const sharedSlotLimits: SlotLimits = {
  ...slotLimits,
  maxRunning: 100,
  maxWaiting: 400,
  maxSubscriptions: 1_000,
};

/** Maximum number of waiting operations in total. Beyond it, the newest operation of the longest queue is rejected. */
const maxWaitingInTotal = 2_000;

/** Most operations end, and free their slot, in less than a second. */
const retryAfterMs = 1_000;

interface SlotRequest {
  payer: Payer;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** The stream to which the response is written; omitted if the request did not arrive over a socket. */
  outgoing?: Writable | undefined;
}

export type OperationSlots = ReturnType<typeof createOperationSlots>;

interface SlotOptions {
  limits?: SlotLimits | undefined;
  rateLimited: (message: string, retryAfterMs: number) => Error;
  overloaded: () => Error;
}

export function createOperationSlots({ limits = slotLimits, rateLimited, overloaded }: SlotOptions) {
  const { maxRunning, maxWaiting, maxWaitMs } = limits;
  const rule = `A caller may have ${maxRunning} operations in flight; up to ${maxWaiting} more wait for at most ${maxWaitMs / 1000} seconds.`;
  const queue = createFairQueue({
    maxRunningPerKey: maxRunning,
    maxWaiting: maxWaitingInTotal,
    maxWaitingPerKey: maxWaiting,
  });

  return {
    /**
     * Runs an operation in a slot, which is occupied until the response is sent: an unread response occupies memory. A
     * subscription releases its slot when it waits for events. An operation whose client disconnects leaves the queue.
     * @throws the error of `rateLimited` if too many operations of the caller are waiting, or of `overloaded` if the
     *   operation waited too long, or other callers occupy the slots
     */
    async run<Result>(
      { payer, signal, outgoing }: SlotRequest,
      operation: (release: () => void) => Promise<Result>,
    ): Promise<Result> {
      const task = { key: payer.identifier, signal, timeoutMs: maxWaitMs };
      const free = await queue.acquire(task).catch((error: unknown) => {
        if (!(error instanceof QueueError)) throw error;
        // If a caller has waited longer than most operations take, other callers cause the delay.
        const isOwnLimit = error.isKeyFull && queue.waitedMs(payer.identifier) < retryAfterMs;
        throw isOwnLimit ? rateLimited(rule, retryAfterMs) : overloaded();
      });
      let isFree = false;
      const release = () => {
        if (!isFree) free();
        isFree = true;
      };
      let isSending = false;
      try {
        const result = await operation(release);
        if (outgoing && !outgoing.closed) {
          outgoing.once('close', release);
          isSending = true;
        }
        return result;
      } finally {
        await payer.close();
        if (!isSending) release();
      }
    },
    get running(): number {
      return queue.running;
    },
    get waiting(): number {
      return queue.waiting;
    },
  };
}
