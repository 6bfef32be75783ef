export type Tracing = Awaited<ReturnType<typeof openTracing>>;

interface TracingOptions {
  /** Base URL of a collector that accepts OTLP over HTTP; spans are sent to `/v1/traces` below it. */
  endpoint: string;
  /** How the collector names this program, such as `graph`. */
  serviceName: string;
  /** Receives the reason when sending begins to fail. Spans that cannot be sent are dropped. */
  onDown(reason: string): void;
  onUp(): void;
}

/** Time limit of one export with its retries. */
const exportTimeoutMs = 2000;

/** Exports spans in batches. Imports the OpenTelemetry SDK on demand, because the SDK takes memory and startup time. */
export async function openTracing({ endpoint, serviceName, onDown, onUp }: TracingOptions) {
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all(
    [
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ],
  );
  let isDown = false;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const observed = {
    export(...[spans, done]: Parameters<typeof exporter.export>) {
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isDown) onDown(error.message || error.name);
        if (!error && isDown) onUp();
        isDown = error !== undefined;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter: observed, exportTimeoutMillis: exportTimeoutMs })],
  });
  return {
    tracer: provider.getTracer('talent-conversation-graph'),
    /** Sends the remaining spans within `exportTimeoutMs`. Ignores failures, because `onDown` has reported them. */
    close: () => provider.shutdown().catch(() => {}),
  };
}
