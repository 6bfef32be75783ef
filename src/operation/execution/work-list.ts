import { afterPromises } from '../after-promises.ts';
import type { WorkTurns } from '../work-turns.ts';

/** Work on many items, such as one field of all objects of a level. */
export interface Work {
  length: number;
  /** Works on the items from `from` to `to`, without the latter. Must not throw. */
  portion: (from: number, to: number) => void;
  /** Called after the last portion. */
  end: () => void;
}

export type WorkList = ReturnType<typeof createWorkList>;

/** Items between two readings of the clock. An item can be a list of thousands of objects. */
const itemsPerPortion = 4;

interface WorkListOptions {
  turns: WorkTurns;
  signal: AbortSignal;
  checkTime: () => void;
}

/** Does the added work in order. Work that blocks other callers for too long takes turns. */
export function createWorkList({ turns, signal, checkTime }: WorkListOptions) {
  const works: Work[] = [];
  const waiting: (() => void)[] = [];
  let done = 0;
  let isRunning = false;
  let isWaiting = false;
  let isHolding = false;

  /** Works until nothing is left, or until other callers must get a turn. */
  function run(): void {
    if (isRunning || isWaiting) return;
    isRunning = true;
    for (let work = works[0]; work && !signal.aborted && !isWaiting; work = works[0]) {
      const to = Math.min(work.length, done + itemsPerPortion);
      work.portion(done, to);
      if (signal.aborted) break;
      done = to;
      if (done === work.length) {
        works.shift();
        done = 0;
        work.end();
      } else checkTime();
      if (turns.isDue && works.length > 0) void takeTurn();
    }
    isRunning = false;
  }

  async function takeTurn(): Promise<void> {
    isWaiting = true;
    isHolding = true;
    await turns.take();
    isWaiting = false;
    run();
    // In the order in which they began: those that began in this turn look at `isHolding` before this runs.
    afterPromises(() => {
      if (isWaiting) return;
      isHolding = false;
      continueAll();
    });
  }

  function continueAll(): void {
    for (const next of waiting.splice(0)) next();
  }

  return {
    add(work: Work): void {
      works.push(work);
    },
    run,
    /** Whether work waits for a turn, so that loaders have to wait too. */
    get isHolding(): boolean {
      return isHolding;
    },
    /** Calls `next` when all work is done. */
    whenDone(next: () => void): void {
      waiting.push(next);
    },
    /** Must be called when the operation ends: drops the work that is left. */
    end(): void {
      works.length = 0;
      // Another execution for the same event can wait for a batch of these loaders.
      continueAll();
    },
  };
}
