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
  return {
    /** Must be called when a task starts. */
    start(): void {
      if (maxMs === Infinity || startedAt !== undefined) return;
      startedAt = cpuMs();
      setImmediate(() => {
        startedAt = undefined;
      });
    },
    get isTooLong(): boolean {
      return startedAt !== undefined && cpuMs() - startedAt >= maxMs;
    },
  };
}
