const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Measures how long tasks have blocked the current iteration of the event loop. Counts CPU time, because a busy machine
 * can suspend the thread at any time.
 */
export function createBlockingTime(maxMs: number) {
  let startedAt: number | undefined;
  let startedCpuMs = 0;
  return {
    /** Marks the start of a task; every task must call it. */
    start(): void {
      if (maxMs === Infinity || startedAt !== undefined) return;
      startedAt = performance.now();
      startedCpuMs = cpuMs();
      setImmediate(() => {
        startedAt = undefined;
      });
    },
    get isTooLong(): boolean {
      // Check the clock first: reading CPU time takes twenty times as long, and CPU time never exceeds elapsed time.
      return startedAt !== undefined && performance.now() - startedAt >= maxMs && cpuMs() - startedCpuMs >= maxMs;
    },
  };
}
