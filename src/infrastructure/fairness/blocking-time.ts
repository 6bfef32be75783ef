const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Measures for how long the tasks of this iteration of the event loop have blocked it: the CPU time of the thread, because a
 * busy machine can stop it at any time.
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
      // To read the CPU time takes twenty times as long as to read the clock, which is never behind it.
      return startedAt !== undefined && performance.now() - startedAt >= maxMs && cpuMs() - startedCpuMs >= maxMs;
    },
  };
}
