import { createFairQueue } from '../../infrastructure/fairness/fair-queue.ts';
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

/** Items that an operation works on before it takes turns; most operations have fewer. An item takes a microsecond. */
const itemsWithoutTurns = 5000;
const itemsPerTurn = 2000;

/** Items between two readings of the clock. */
const itemsPerPortion = 16;

/**
 * Maximum number of large results of one identifier that take turns; further ones wait. Each can occupy 100 MB until it
 * is complete or reaches the object limit.
 */
const maxLargeResults = 2;

const largeResults = createFairQueue({ maxRunningPerKey: maxLargeResults });

interface WorkListOptions {
  identifier: string;
  turns: Pick<WorkTurns, 'take'>;
  signal: AbortSignal;
  checkTime: () => void;
}

/** Does the added work in order. The work on a large result takes turns of its caller. */
export function createWorkList({ identifier, turns, signal, checkTime }: WorkListOptions) {
  const works: Work[] = [];
  const dispatches: (() => void)[] = [];
  let done = 0;
  let left = itemsWithoutTurns;
  let isRunning = false;
  let isWaiting = false;
  let leave: (() => void) | undefined;

  /** Works until nothing is left, or until other callers must get a turn. */
  function run(): void {
    if (isRunning || isWaiting) return;
    isRunning = true;
    let work = works[0];
    while (work && left > 0 && !signal.aborted) {
      const to = Math.min(work.length, done + Math.min(left, itemsPerPortion));
      work.portion(done, to);
      if (signal.aborted) break;
      left -= to - done;
      done = to;
      if (done === work.length) {
        works.shift();
        done = 0;
        work.end();
      } else checkTime();
      work = works[0];
    }
    isRunning = false;
    if (work && !signal.aborted) void takeTurn();
  }

  async function takeTurn(): Promise<void> {
    isWaiting = true;
    try {
      leave ??= await largeResults.acquire({ key: identifier, signal });
      await turns.take();
      continueInTurn();
    } catch (error) {
      // The operation was stopped while it waited.
      if (!signal.aborted) throw error;
    }
    // Loaders would otherwise need a batch for each turn. What the last items load is added after the promises of this turn.
    setImmediate(() => {
      if (!isWaiting) for (const dispatch of dispatches.splice(0)) dispatch();
    });
  }

  function continueInTurn(): void {
    isWaiting = false;
    left = itemsPerTurn;
    run();
  }

  return {
    add(work: Work): void {
      works.push(work);
    },
    /** Counts an item of a list that work has found. */
    countItem(): void {
      left -= 1;
    },
    run,
    /** Runs `dispatch` once nothing waits for a turn. */
    whenNoneWaits(dispatch: () => void): void {
      if (isWaiting) dispatches.push(dispatch);
      else dispatch();
    },
    /** Must be called when the operation ends: drops the work that is left. */
    end(): void {
      works.length = 0;
      // Another execution for the same event can wait for a batch of these loaders.
      for (const dispatch of dispatches.splice(0)) dispatch();
      leave?.();
      leave = undefined;
    },
  };
}
