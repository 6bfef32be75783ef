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
 * Whether work has blocked the event loop for this long. The first call in an iteration of the event loop starts the
 * measurement. Counts CPU time, because a busy machine can suspend the thread at any time.
 */
export function hasBlockedFor(ms: number): boolean {
  if (nodeTiming.uvMetricsInfo.loopCount !== started.iteration) started = start();
  // Check the clock first: reading CPU time takes twenty times as long, and CPU time never exceeds elapsed time.
  return performance.now() - started.at >= ms && cpuMs() - started.cpuMs >= ms;
}

/** Lets other work of the event loop run, then starts the measurement anew. */
export async function unblock(): Promise<void> {
  await setImmediate();
  // The iteration can still be the one that was blocked: immediates run after its sockets.
  started = start();
}
