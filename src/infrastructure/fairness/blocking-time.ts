import { performance as timing } from 'node:perf_hooks';

const { nodeTiming } = timing;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let started = { iteration: -1, at: 0, cpuMs: 0 };

/**
 * Whether work has blocked the current iteration of the event loop for this long. The first call in an iteration starts
 * the measurement. Counts CPU time, because a busy machine can suspend the thread at any time.
 */
export function hasBlockedFor(ms: number): boolean {
  const now = performance.now();
  const iteration = nodeTiming.uvMetricsInfo.loopCount;
  if (iteration !== started.iteration) started = { iteration, at: now, cpuMs: cpuMs() };
  // Check the clock first: reading CPU time takes twenty times as long, and CPU time never exceeds elapsed time.
  return now - started.at >= ms && cpuMs() - started.cpuMs >= ms;
}
