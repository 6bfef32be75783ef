const halfLifeMs = 10_000;

/** CPU time below which an idle caller is forgotten. */
const forgottenMs = 0.1;

/** Runs one piece of work in steps on the main thread, and adds up their CPU time. */
export type CpuSteps = ReturnType<CpuTurns['open']>;

export type CpuTurns = ReturnType<typeof createCpuTurns>;

interface Caller {
  /** Recently used CPU time, as of `at`. */
  usedMs: number;
  at: number;
  waiting: Step[];
}

interface Step {
  run: () => void;
  use: (ms: number) => void;
}

interface CpuTurnOptions {
  /** Runs functions in order, each followed by its promise callbacks, in a later iteration of the event loop. */
  schedule?: (functions: readonly (() => void)[], pauseMs: number) => void;
  clock?: () => number;
}

/** After this CPU time, steps pause for half of it: reads of other callers need many iterations of the event loop. */
const msBeforePause = 10;

const runLater = (functions: readonly (() => void)[], pauseMs: number) => {
  if (pauseMs > 0) return void setTimeout(runLater, pauseMs, functions, 0);
  // No callback of a socket or timer runs between two immediates.
  for (const run of functions) setImmediate(run);
};

/**
 * Callers take turns in using the CPU: each iteration of the event loop runs one step, the next step of the caller who
 * used the least CPU time recently.
 */
export function createCpuTurns({ schedule = runLater, clock = () => performance.now() }: CpuTurnOptions = {}) {
  const callers = new Map<string, Caller>();
  let waiting = 0;
  let isScheduled = false;
  let forgetAt = clock() + halfLifeMs;
  let busyMs = 0;
  /** The last step and when it returned. Promise callbacks that run before the turn ends also count as its CPU time. */
  let last: { step: Step; at: number } | undefined;

  const recentMs = ({ usedMs, at }: Caller, now = clock()) => usedMs * 2 ** ((at - now) / halfLifeMs);

  function takeTurn(): void {
    let next: Caller | undefined;
    for (const each of callers.values()) {
      if (each.waiting.length > 0 && (!next || recentMs(each) < recentMs(next))) next = each;
    }
    const step = next?.waiting.shift();
    if (!step) return;
    waiting -= 1;
    const startedAt = clock();
    step.run();
    last = { step, at: clock() };
    step.use(last.at - startedAt);
  }

  function endTurn(): void {
    last?.step.use(clock() - last.at);
    last = undefined;
    isScheduled = false;
    if (waiting > 0) scheduleTurn();
  }

  function scheduleTurn(): void {
    if (isScheduled) return;
    isScheduled = true;
    const pauseMs = busyMs >= msBeforePause ? busyMs / 2 : 0;
    if (pauseMs > 0) busyMs = 0;
    schedule([takeTurn, endTurn], pauseMs);
  }

  function callerOf(identifier: string): Caller {
    if (clock() >= forgetAt) forgetIdle();
    const caller = callers.get(identifier) ?? { usedMs: 0, at: clock(), waiting: [] };
    callers.set(identifier, caller);
    return caller;
  }

  function forgetIdle(): void {
    forgetAt = clock() + halfLifeMs;
    for (const [identifier, caller] of callers) {
      if (caller.waiting.length === 0 && recentMs(caller) < forgottenMs) callers.delete(identifier);
    }
  }

  /** Counts CPU time that a caller has used, also outside of steps. */
  function count(identifier: string, ms: number): void {
    const caller = callerOf(identifier);
    Object.assign(caller, { usedMs: recentMs(caller) + ms, at: clock() });
  }

  return {
    count,
    /** Whether the caller recently used at least the mean CPU time, weighted so that idle callers do not lower it. */
    isHeavyUser(identifier: string): boolean {
      const caller = callers.get(identifier);
      if (!caller) return false;
      const now = clock();
      let [totalMs, weighted] = [0, 0];
      for (const each of callers.values()) {
        const ms = recentMs(each, now);
        totalMs += ms;
        weighted += ms * ms;
      }
      return recentMs(caller, now) * totalMs >= weighted;
    },
    open(identifier: string) {
      let usedMs = 0;
      let isFirst = true;
      const use = (ms: number) => {
        usedMs += ms;
        busyMs += ms;
        count(identifier, ms);
      };
      return {
        get usedMs(): number {
          return usedMs;
        },
        /** Runs a step in a turn of the caller. Its promise callbacks count as its CPU time, too. @throws its error */
        step: async <Result>(work: () => Result): Promise<Result> =>
          new Promise((resolve, reject) => {
            const run = () => {
              try {
                resolve(work());
              } catch (error) {
                reject(error);
              }
            };
            const caller = callerOf(identifier);
            // Work that has begun goes first, because it occupies memory until it ends.
            if (isFirst) caller.waiting.push({ run, use });
            else caller.waiting.unshift({ run, use });
            isFirst = false;
            waiting += 1;
            scheduleTurn();
          }),
      };
    },
  };
}

export const cpuTurns = createCpuTurns();
