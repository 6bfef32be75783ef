import { trace, type Tracer } from '@opentelemetry/api';
import { createMetrics, type Metrics } from './metrics.ts';
import { createProcessMetrics } from './process-metrics.ts';
import type { Tracing } from './tracing.ts';

/** The metrics and the tracer of one app. */
export interface Telemetry {
  readonly metrics: Metrics;
  /** Creates spans that are dropped, unless the app exports traces. */
  readonly tracer: Tracer;
  /** Registers a function that sets gauges, called before every scrape. If it fails, its gauges keep their values. */
  onScrape(update: () => void | Promise<void>): void;
  /** Returns all metrics in the text format of Prometheus. */
  scrape(): Promise<{ contentType: string; text: string }>;
  close(): Promise<void>;
}

export interface TelemetryOptions {
  /** Exports the spans; without it, they are dropped. */
  tracing?: Tracing | undefined;
}

export function createTelemetry({ tracing }: TelemetryOptions = {}): Telemetry {
  const metrics = createMetrics();
  const processMetrics = createProcessMetrics(metrics);
  const updates: (() => void | Promise<void>)[] = [processMetrics.update];
  return {
    metrics,
    tracer: tracing?.tracer ?? trace.getTracer('talent-conversation-graph'),
    onScrape: (update) => void updates.push(update),
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
