import { trace, type Tracer } from '@opentelemetry/api';
import { createMetrics, type Metrics } from './metrics.ts';

/** The metrics and the tracer of one app. */
export interface Telemetry {
  readonly metrics: Metrics;
  /** Creates spans that are dropped, unless the app exports traces. */
  readonly tracer: Tracer;
  /** Registers a function that sets gauges, called before every scrape. A gauge that it cannot read keeps its value. */
  onScrape(update: () => void | Promise<void>): void;
  /** Returns all metrics in the text format of Prometheus. */
  scrape(): Promise<{ contentType: string; text: string }>;
}

export interface TelemetryOptions {
  tracer?: Tracer | undefined;
}

export function createTelemetry({
  tracer = trace.getTracer('talent-conversation-graph'),
}: TelemetryOptions = {}): Telemetry {
  const metrics = createMetrics();
  const updates: (() => void | Promise<void>)[] = [];
  return {
    metrics,
    tracer,
    onScrape: (update) => void updates.push(update),
    async scrape() {
      await Promise.allSettled(updates.map(async (update) => update()));
      return { contentType: metrics.registry.contentType, text: await metrics.registry.metrics() };
    },
  };
}
