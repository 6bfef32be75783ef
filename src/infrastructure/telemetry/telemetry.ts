import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { trace } from '@opentelemetry/api';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

export type Telemetry = ReturnType<typeof createTelemetry>;

/** @param options.tracing exports the spans; without it, they are dropped */
export function createTelemetry({ tracing }: { tracing?: Tracing | undefined } = {}) {
  const metrics = createMetrics();
  const processMetrics = createProcessMetrics(metrics);
  const updates: (() => void | Promise<void>)[] = [processMetrics.update];
  return {
    metrics,
    tracer: tracing?.tracer ?? trace.getTracer('talent-conversation-graph'),
    /** Registers a function that sets gauges, called before every scrape. If it fails, its gauges keep their values. */
    onScrape: (update: () => void | Promise<void>) => void updates.push(update),
    async scrape() {
      await Promise.allSettled(updates.map(async (update) => update()));
      return { contentType: metrics.registry.contentType, text: await metrics.registry.metrics() };
    },
    async close() {
      processMetrics.close();
      await tracing?.close();
    },
  };
}

/** Replaces the default metrics of prom-client, whose timer and observer cannot be stopped when an app closes. */
function createProcessMetrics({ eventLoopLag, heapUsed, heapLimit, residentMemory, cpu }: Metrics) {
  const lag = monitorEventLoopDelay({ resolution: 20 });
  let countedCpuMicros = 0;
  return {
    update(): void {
      // The measurement starts at the first scrape, because it costs a timer.
      lag.enable();
      const seconds = (nanoseconds: number) => (lag.count === 0 ? 0 : nanoseconds / 1e9);
      eventLoopLag.set({ statistic: 'mean' }, seconds(lag.mean));
      eventLoopLag.set({ statistic: 'p99' }, seconds(lag.percentile(99)));
      eventLoopLag.set({ statistic: 'max' }, seconds(lag.max));
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
