import { afterPromises } from '../promises.ts';
import type { WorkTurns } from '../work-turns.ts';

/** Work on many items, such as one field of all objects of a level. */
interface Work {
  length: number;
  /** Works on the items from `from` (inclusive) to `to` (exclusive). Must not throw. */
  portion: (from: number, to: number) => void;
  /** Called after the last portion. */
  end: () => void;
}

/** Items between two readings of the clock: few, because an item can be a list of thousands of objects. */
const itemsPerPortion = 4;

interface WorkListOptions {
  turns: WorkTurns;
  signal: AbortSignal;
  checkTime: () => void;
}

/** Does the added work in order. Work that blocks other callers for too long takes turns. */
export function createWorkList({ turns, signal, checkTime }: WorkListOptions) {
  const works: Work[] = [];
  const waitingLoaders: (() => void)[] = [];
  /** Number of items of the first work that are done. */
  let done = 0;
  let isRunning = false;
  let isTakingTurn = false;
  let holds = 0;

  /** Works until nothing is left, or until other callers must get a turn. */
  function run(): void {
    if (isRunning || isTakingTurn) return;
    isRunning = true;
    for (let work = works[0]; work && !signal.aborted && !isTakingTurn; work = works[0]) {
      const to = Math.min(work.length, done + itemsPerPortion);
      work.portion(done, to);
      if (signal.aborted) break;
      done = to;
      if (done === work.length) {
        works.shift();
        done = 0;
        work.end();
      } else checkTime();
      if (turns.isDue && works.length > 0) {
        isTakingTurn = true;
        void hold(turns.take(), () => {
          isTakingTurn = false;
          run();
        });
      }
    }
    isRunning = false;
  }

  /** Makes loaders wait until `turn` and the promises after it have settled. They then continue in order of arrival. */
  async function hold(turn: Promise<void>, next?: () => void): Promise<void> {
    holds += 1;
    await turn;
    next?.();
    afterPromises(() => {
      holds -= 1;
      if (holds === 0) continueAll();
    });
  }

  function continueAll(): void {
    for (const next of waitingLoaders.splice(0)) next();
  }

  return {
    add(work: Work): void {
      works.push(work);
    },
    run,
    hold,
    /** Whether work waits for a turn, so that loaders have to wait too. */
    get isHolding(): boolean {
      return holds > 0;
    },
    /** Calls `next` when no work waits for a turn any more, or when the operation ends. */
    whenReleased(next: () => void): void {
      waitingLoaders.push(next);
    },
    /** Must be called when the operation ends: drops the work that is left. */
    end(): void {
      works.length = 0;
      // Executions for the same event share loaders, so another execution may need a batch that waits here.
      continueAll();
    },
  };
}
