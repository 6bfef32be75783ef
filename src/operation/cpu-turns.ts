/** Time after which CPU time counts half, in milliseconds. */
const halfLifeMs = 10_000;

/** CPU time below which the account of an idle caller is forgotten, in milliseconds. */
const forgottenMs = 0.1;

/** The CPU time of the main thread that one piece of work has used in steps. */
export interface CpuAccount {
  /** Total of the steps so far, in milliseconds. */
  readonly usedMs: number;
  /** Set once the work turns out to be large. The steps of small work run at once. */
  takesTurns: boolean;
  /**
   * Runs a synchronous step when it is the caller's turn, after a turn of the event loop.
   * @throws the step's error
   */
  step<Result>(work: () => Result): Promise<Result>;
}

export interface CpuTurns {
  /** Opens an account whose steps count for a caller. */
  open(identifier: string): CpuAccount;
}

interface Caller {
  /** Recently used CPU time, as of `at`. */
  usedMs: number;
  at: number;
  waiting: (() => void)[];
}

interface CpuTurnOptions {
  /** Runs a function after a pause, in a later turn of the event loop. */
  schedule?: (turn: () => void, pauseMs: number) => void;
  /** Returns the current time in milliseconds. */
  clock?: () => number;
}

/**
 * CPU time of steps after which there is a pause of half that time, in milliseconds. A read of another caller needs many
 * turns of the event loop and replies of other processes; if a step ran in each turn, it would wait for dozens of steps.
 */
const msBeforePause = 10;

const runLater = (turn: () => void, pauseMs: number) => {
  if (pauseMs > 0) setTimeout(turn, pauseMs);
  else setImmediate(turn);
};

/**
 * Creates turns for steps of work that keep the main thread busy for milliseconds, such as the validation of a large
 * document. One step runs in each turn of the event loop: the next step of the caller who used the least CPU time lately.
 */
export function createCpuTurns({
  schedule = runLater,
  clock = () => performance.now(),
}: CpuTurnOptions = {}): CpuTurns {
  const callers = new Map<string, Caller>();
  let waiting = 0;
  /** CPU time of the steps since the last pause. */
  let busyMs = 0;

  const recentMs = ({ usedMs, at }: Caller) => usedMs * 2 ** ((at - clock()) / halfLifeMs);

  function takeTurn(): void {
    const [first, ...others] = [...callers.values()].filter((caller) => caller.waiting.length > 0);
    if (!first) return;
    const next = others.reduce((least, each) => (recentMs(each) < recentMs(least) ? each : least), first);
    waiting -= 1;
    next.waiting.shift()?.();
    if (waiting > 0) scheduleTurn();
    else forgetIdle();
  }

  function scheduleTurn(): void {
    const pauseMs = busyMs >= msBeforePause ? busyMs / 2 : 0;
    if (pauseMs > 0) busyMs = 0;
    schedule(takeTurn, pauseMs);
  }

  function forgetIdle(): void {
    for (const [identifier, caller] of callers) if (recentMs(caller) < forgottenMs) callers.delete(identifier);
  }

  function enqueue(identifier: string, { isFirst, run }: { isFirst: boolean; run: (caller: Caller) => void }): void {
    const caller = callers.get(identifier) ?? { usedMs: 0, at: clock(), waiting: [] };
    callers.set(identifier, caller);
    // Work that has begun goes first, because it occupies memory until it ends.
    if (isFirst) caller.waiting.push(() => run(caller));
    else caller.waiting.unshift(() => run(caller));
    waiting += 1;
    if (waiting === 1) scheduleTurn();
  }

  return {
    open(identifier) {
      let usedMs = 0;
      let isFirst = true;
      return {
        takesTurns: false,
        get usedMs() {
          return usedMs;
        },
        step: async (work) =>
          new Promise((resolve, reject) => {
            const run = (caller: Caller) => {
              const startedAt = clock();
              try {
                resolve(work());
              } catch (error) {
                reject(error);
              }
              const spentMs = clock() - startedAt;
              usedMs += spentMs;
              busyMs += spentMs;
              Object.assign(caller, { usedMs: recentMs(caller) + spentMs, at: clock() });
            };
            enqueue(identifier, { isFirst, run });
            isFirst = false;
          }),
      };
    },
  };
}

/** The turns of all callers: they share the main thread. */
export const cpuTurns = createCpuTurns();
