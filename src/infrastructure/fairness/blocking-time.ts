/** Measures for how long the tasks of this iteration of the event loop have blocked it. */
export function createBlockingTime(maxMs: number) {
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
