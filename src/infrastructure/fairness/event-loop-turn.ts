/** Measures how long tasks have run since the last turn of the event loop. */
export interface EventLoopTurn {
  /** Must be called when a task starts. */
  start(): void;
  /** Whether tasks have run for at least `maxMs` without a turn of the event loop. */
  readonly isTooLong: boolean;
}

export function createEventLoopTurn(maxMs: number): EventLoopTurn {
  /** When the first task of this turn started; undefined if none has. */
  let startedAt: number | undefined;
  return {
    start() {
      if (maxMs === Infinity || startedAt !== undefined) return;
      startedAt = performance.now();
      setImmediate(() => {
        startedAt = undefined;
      });
    },
    get isTooLong() {
      return startedAt !== undefined && performance.now() - startedAt >= maxMs;
    },
  };
}
