import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Metrics } from './metrics.ts';

const lagResolutionMs = 20;

/**
 * Creates a function that reads the metrics of this process. The library's own collection is not used: it cannot be
 * stopped, and every app of a process would keep a timer and an observer of its own.
 */
export function createProcessMetrics({ eventLoopLag, heapUsed, heapLimit, residentMemory, cpu }: Metrics) {
  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs });
  let countedCpuMicros = 0;
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  return {
    update(): void {
      // The measurement starts at the first scrape, because it costs a timer.
      lag.enable();
      const { count } = lag;
      eventLoopLag.set({ statistic: 'mean' }, count === 0 ? 0 : seconds(lag.mean));
      eventLoopLag.set({ statistic: 'p99' }, count === 0 ? 0 : seconds(lag.percentile(99)));
      eventLoopLag.set({ statistic: 'max' }, count === 0 ? 0 : seconds(lag.max));
      lag.reset();
      heapUsed.set(process.memoryUsage().heapUsed);
      heapLimit.set(getHeapStatistics().heap_size_limit);
      residentMemory.set(process.memoryUsage.rss());
      const { user, system } = process.cpuUsage();
      cpu.inc((user + system - countedCpuMicros) / 1e6);
      countedCpuMicros = user + system;
    },
    close: () => void lag.disable(),
  };
}
