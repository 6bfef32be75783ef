import { hasBlockedFor, unblock } from '../infrastructure/fairness/blocking-time.ts';
import { createFairQueue } from '../infrastructure/fairness/fair-queue.ts';
import { afterPromises } from './promises.ts';

/** How long operations may block the event loop before other work gets a turn, in milliseconds of CPU time. */
export const maxBlockMs = 5;

/**
 * Lets other callers run between pieces of long work. The queue has one slot: fields that wait for the same call continue
 * at the same moment, and without the queue all of them would run before any other caller.
 */
const queue = createFairQueue({ maxRunning: 1 });

/** Waits for the piece that had the turn before and, if the event loop is blocked, for other work. */
async function nextTurn(): Promise<void> {
  await new Promise<void>(afterPromises);
  if (hasBlockedFor(maxBlockMs)) await unblock();
}

/** Takes a turn if one is due. Decoding a body or parsing a document can take tens of milliseconds. */
export async function takeDueTurn(identifier: string): Promise<void> {
  const turns = turnsOfWork.open(identifier);
  if (turns.isDue) await turns.take();
}

export type WorkTurns = ReturnType<typeof turnsOfWork.open>;

export const turnsOfWork = {
  /** For work that runs in small pieces: read `isDue` after each piece, and call `take` if it is true. */
  open(identifier: string) {
    return {
      get isDue(): boolean {
        return hasBlockedFor(maxBlockMs);
      },
      take: () => queue.run({ key: identifier }, nextTurn),
    };
  },
};
