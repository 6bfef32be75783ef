import type { Logger } from 'pino';
import type { Connector } from '../connector/connector.ts';
import type { OpenedEventFeed } from '../infrastructure/event-stream/create-event-feed.ts';
import type { Readiness } from '../http/health.ts';
import { createTelemetry, type Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import { openTracing } from '../infrastructure/telemetry/tracing.ts';
import type { Config } from './config/config.ts';
import type { Upstream } from './upstream.ts';

export async function openTelemetry({ traceCollector: endpoint, serves }: Config, log: Logger): Promise<Telemetry> {
  if (endpoint === undefined) return createTelemetry();
  const tracing = await openTracing({
    endpoint,
    serviceName: serves.has('graph') ? 'graph' : 'platform',
    onDown: (reason) => log.warn({ reason }, 'the trace collector is down: dropping spans'),
    onUp: () => log.info('the trace collector is back'),
  });
  return createTelemetry({ tracing });
}

const breakerStates = { closed: 0, 'half-open': 1, open: 2 } as const;

interface ScrapedParts {
  /** The connector of the graph; undefined on a server that serves the platform only. */
  connector: Connector | undefined;
  upstream: Upstream;
  events: OpenedEventFeed;
  readiness: Readiness;
}

export function readPartsOnScrape(
  { metrics, onScrape }: Telemetry,
  { connector, upstream, events, readiness }: ScrapedParts,
): void {
  onScrape(() => {
    for (const { connectionName: connection, ...status } of connector?.status() ?? []) {
      metrics.breakerState.set({ connection }, breakerStates[status.breaker]);
      metrics.pausedIdentifiers.set({ connection }, status.pausedIdentifiers);
      metrics.callsInFlight.set({ connection }, status.callsInFlight);
      metrics.callsQueued.set({ connection }, status.callsQueued);
    }
  });
  onScrape(() => {
    for (const { pool, total, idle, waiting } of upstream.databasePools?.() ?? []) {
      metrics.poolConnections.set({ pool, state: 'used' }, total - idle);
      metrics.poolConnections.set({ pool, state: 'idle' }, idle);
      metrics.poolWaiting.set({ pool }, waiting);
    }
  });
  onScrape(() => {
    const { readers, organizations } = events.status();
    metrics.eventReaders.set(readers);
    metrics.eventOrganizations.set(organizations);
  });
  onScrape(async () => {
    const parts = await readiness.checkParts();
    // Removes the values of parts that are not reported now.
    metrics.healthCheck.reset();
    for (const [part, status] of Object.entries(parts)) metrics.healthCheck.set({ part }, status === 'ok' ? 1 : 0);
  });
  onScrape(async () => metrics.storageFreeBytes.set(await upstream.recordings.freeBytes()));
  onScrape(async () => {
    for (const [state, count] of Object.entries((await upstream.jobCounts?.()) ?? {}))
      metrics.jobs.set({ state }, count);
  });
  onScrape(async () => {
    for (const [state, count] of Object.entries((await upstream.deliveryCounts?.()) ?? {}))
      metrics.webhookJobs.set({ state }, count);
  });
}
