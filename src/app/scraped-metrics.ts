import type { Connector } from '../connector/connector.ts';
import type { OpenEventFeed } from '../infrastructure/event-stream/create-event-feed.ts';
import type { Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import type { Upstream } from './upstream.ts';

const breakerStates = { closed: 0, 'half-open': 1, open: 2 } as const;

export interface ScrapedParts {
  /** Omitted on a server that serves the platform only. */
  connector: Pick<Connector, 'status'> | undefined;
  upstream: Pick<Upstream, 'recordings' | 'databasePools' | 'jobCounts' | 'deliveryCounts'>;
  events: Pick<OpenEventFeed, 'status'>;
}

/** Sets the gauges that describe the current state of the app at every scrape. */
export function readPartsOnScrape(
  { metrics, onScrape }: Pick<Telemetry, 'metrics' | 'onScrape'>,
  { connector, upstream, events }: ScrapedParts,
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
