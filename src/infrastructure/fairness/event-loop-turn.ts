/** Measures how long tasks have run since the last turn of the event loop. */
export function createEventLoopTurn(maxMs: number) {
  let startedAt: number | undefined;
  return {
    /** Must be called when a task starts. */
    start(): void {
      if (maxMs === Infinity || startedAt !== undefined) return;
      startedAt = performance.now();
      setImmediate(() => {
        startedAt = undefined;
      });
    },
    get isTooLong(): boolean {
      return startedAt !== undefined && performance.now() - startedAt >= maxMs;
    },
  };
}
