import { setImmediate } from 'node:timers/promises';
import { createBlockingTime } from '../infrastructure/fairness/blocking-time.ts';
import { createFairQueue } from '../infrastructure/fairness/fair-queue.ts';

/** In milliseconds. */
export const maxBlockMs = 5;

/**
 * One piece of long work runs per turn of the event loop. All fields of an operation that wait for the same call continue
 * together when it ends; only a queue with a single slot spreads them over several turns.
 */
const queue = createFairQueue({ maxRunning: 1 });

export type WorkTurns = ReturnType<typeof turnsOfWork.open>;

export const turnsOfWork = {
  /** For work in many small pieces: call `isDue` after each piece, and `take` if other callers must get a turn. */
  open(identifier: string) {
    const blockingTime = createBlockingTime(maxBlockMs);
    return {
      get isDue(): boolean {
        blockingTime.start();
        return blockingTime.isTooLong;
      },
      take: () => queue.run({ key: identifier }, async () => setImmediate()),
    };
  },
};
