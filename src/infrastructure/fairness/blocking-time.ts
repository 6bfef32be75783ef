import { performance as timing } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

const { nodeTiming } = timing;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const start = () => ({ iteration: nodeTiming.uvMetricsInfo.loopCount, at: performance.now(), cpuMs: cpuMs() });

let started = start();

/**
 * Whether this thread has used `ms` milliseconds of CPU time since the first call in this iteration of the event loop.
 * Elapsed time alone does not count, because a busy machine can suspend the thread at any time.
 */
export function hasBlockedFor(ms: number): boolean {
  if (nodeTiming.uvMetricsInfo.loopCount !== started.iteration) started = start();
  // Check the clock first: reading CPU time takes twenty times as long, and CPU time never exceeds elapsed time.
  return performance.now() - started.at >= ms && cpuMs() - started.cpuMs >= ms;
}

/** Waits until sockets and timers have had their turn; the CPU time then counts from zero. */
export async function unblock(): Promise<void> {
  await setImmediate();
  // Needed because immediates run in the same iteration as the sockets before them.
  started = start();
}
