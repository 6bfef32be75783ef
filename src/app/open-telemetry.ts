import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/config.ts';
import { createTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { openTracing, type Tracing } from '../telemetry/tracing.ts';

/**
 * Creates the metrics of the app, and its tracer if a collector is configured.
 * @throws ConfigError if the packages that export traces are not installed
 */
export async function openTelemetry(config: Config, log: Logger): Promise<Telemetry> {
  const { traceCollector } = config;
  return createTelemetry({
    tracing: traceCollector === undefined ? undefined : await openExport(traceCollector, config, log),
  });
}

async function openExport(endpoint: string, { serves }: Config, log: Logger): Promise<Tracing> {
  try {
    return await openTracing({
      endpoint,
      serviceName: serves.has('graph') ? 'graph' : 'platform',
      onDown: (reason) => log.warn({ reason }, 'the trace collector is down: dropping spans'),
      onUp: () => log.info('the trace collector is back'),
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new ConfigError([
      'OTEL_EXPORTER_OTLP_ENDPOINT needs optional packages that are not installed. Run npm ci without --omit=optional.',
    ]);
  }
}
