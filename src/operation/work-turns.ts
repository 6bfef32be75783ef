import { setImmediate } from 'node:timers/promises';
import { hasBlockedFor } from '../infrastructure/fairness/blocking-time.ts';
import { createFairQueue } from '../infrastructure/fairness/fair-queue.ts';

/** How long operations may block the event loop before other work gets a turn, in milliseconds of CPU time. */
export const maxBlockMs = 5;

/**
 * Lets other callers run between pieces of long work: one piece runs per iteration of the event loop. The queue has one
 * slot, because fields that wait for the same call continue together and would otherwise run in the same iteration.
 */
const queue = createFairQueue({ maxRunning: 1 });

export type WorkTurns = ReturnType<typeof turnsOfWork.open>;

export const turnsOfWork = {
  /** For work that runs in small pieces: read `isDue` after each piece, and call `take` if it is true. */
  open(identifier: string) {
    return {
      get isDue(): boolean {
        return hasBlockedFor(maxBlockMs);
      },
      take: () => queue.run({ key: identifier }, async () => setImmediate()),
    };
  },
};
