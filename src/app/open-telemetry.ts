import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { createTelemetry, type Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import { openTracing, type Tracing } from '../infrastructure/telemetry/tracing.ts';

/** Creates the metrics of the app, and its tracer if a collector is configured. */
export async function openTelemetry(config: Config, log: Logger): Promise<Telemetry> {
  const { traceCollector } = config;
  return createTelemetry({
    tracing: traceCollector === undefined ? undefined : await openExport(traceCollector, config, log),
  });
}

const openExport = (endpoint: string, { serves }: Config, log: Logger): Promise<Tracing> =>
  openTracing({
    endpoint,
    serviceName: serves.has('graph') ? 'graph' : 'platform',
    onDown: (reason) => log.warn({ reason }, 'the trace collector is down: dropping spans'),
    onUp: () => log.info('the trace collector is back'),
  });
