import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { createConnector } from '../connector/connector.ts';
import { createSimulatedTransport, type Simulation } from '../connector/transports/simulated.ts';
import { type ResilienceOverrides, resilienceSettings } from '../connector/resilience/settings.ts';
import type { Transport } from '../connector/transport.ts';
import type { EmbeddedParts } from './embedded-upstream.ts';
import type { Changes } from '../infrastructure/event-stream/event-feed.ts';
import { openChangeChannel, openEventFeed } from './event-stream.ts';
import { createReadiness } from '../http/health.ts';
import type { UpgradeHandler } from '../http/listen.ts';
import { isProcessOverloaded } from '../http/middleware/load-shedding.ts';
import { rejectUpgrade } from '../http/graphql/subscription/transport/websocket/upgrade-rules.ts';
import { createMetricsRoute, createRoutes } from '../http/routes.ts';
import {
  type GraphParts,
  graphSettings,
  openCache,
  openToolDocuments,
  openTrustedDocuments,
  ownHosts,
} from './graph-parts.ts';
import { createLog } from './log/log.ts';
import { openTelemetry, readPartsOnScrape } from './telemetry.ts';
import { createRateLimit, openSharedCounters } from '../infrastructure/fairness/rate-limit.ts';
import type { Metrics } from '../infrastructure/telemetry/metrics.ts';
import { cacheNamespace } from './cache-namespace.ts';
import { probePausedUpstream, type Upstream } from './upstream.ts';
import { checkFreeBytes } from '../infrastructure/storage/disk-full.ts';

/** Parts that tests, and programs that embed this app, pass instead of the configured parts. */
export interface AppParts extends EmbeddedParts, GraphParts {
  wrapTransport?: (transport: Transport) => Transport;
  resilience?: ResilienceOverrides;
  changes?: Changes;
  isOverloaded?: () => boolean;
  log?: Logger;
  now?: () => Date;
}

export type App = Awaited<ReturnType<typeof createApp>>;

export async function createApp(config: Config, parts: AppParts = {}) {
  const log = parts.log ?? createLog(config);
  // Read the documents before the database is opened, so that a faulty document is reported at once.
  const trustedDocuments = await openTrustedDocuments(config);
  const readToolDocuments = await openToolDocuments(config, log);
  const telemetry = await openTelemetry(config, log);
  const openUpstream = await importUpstream(config);
  const changes = parts.changes ?? openChangeChannel(config, { log });
  const upstream = await openUpstream({ config, ...parts, log, changes, metrics: telemetry.metrics });
  const events = openEventFeed(config, { eventLog: upstream.eventLog, changes, metrics: telemetry.metrics, log });
  const cache = openCache(config, { log, metrics: telemetry.metrics });
  const rateLimits = openRateLimits(config, { log, metrics: telemetry.metrics });
  const { connections } = config;
  const transport = parts.wrapTransport?.(upstream.transport) ?? upstream.transport;
  const resilience = resilienceSettings(config.toolTimeoutMs, parts.resilience);
  const connector = createConnector({ transport, connections, resilience, cache: cache?.results, telemetry, log });
  const simulate = (simulation: Simulation, header: string) => {
    const simulated = createSimulatedTransport(transport, { simulation, connections });
    const simulationLog = log.child({ simulation: header });
    return createConnector({ transport: simulated, connections, resilience, telemetry, log: simulationLog });
  };
  const graph = {
    ...graphSettings(config, parts),
    trustedDocuments,
    assistants: readToolDocuments && { readDocuments: readToolDocuments, changes },
    connector,
    simulate: config.production || config.remotePlatform ? undefined : simulate,
    now: upstream.now,
    rateLimit: rateLimits.operations,
    events: parts.events ?? events,
  };
  const probe = probePausedUpstream({ check: upstream.check, connector });
  const isOverloaded = parts.isOverloaded ?? (config.production ? isProcessOverloaded : () => false);
  const upstreamPart = config.remotePlatform ? 'platform' : 'database';
  const readiness = createReadiness({
    parts: {
      [upstreamPart]: upstream.check,
      ...(upstream.checkDatabaseSpace && { databaseStorage: upstream.checkDatabaseSpace }),
      storage: async () => checkFreeBytes(await upstream.recordings.freeBytes()),
    },
    dependencies: { databaseStorage: upstreamPart },
    needed: config.remotePlatform ? undefined : upstreamPart,
    isOverloaded,
    log,
  });
  const { fetch, streams } = await createRoutes({
    isOverloaded,
    log,
    telemetry,
    production: config.production,
    readiness,
    metrics: config.metrics.onMainListener ? { hosts: ownHosts(config) } : undefined,
    recordings: upstream.recordings,
    graph: config.serves.has('graph') ? graph : undefined,
    receiver: webhookReceiver(config, upstream),
    platformRoutes:
      config.serves.has('platform') && upstream.platformApi
        ? (await import('../platform/api/platform-routes.ts')).createPlatformRoutes({
            ...upstream.platformApi,
            telemetry,
            log,
            limits: { ...config, shared: rateLimits.shared, onRejected: rateLimits.onRejected },
          })
        : undefined,
  });
  readPartsOnScrape(telemetry, {
    connector: config.serves.has('graph') ? connector : undefined,
    upstream,
    events,
    readiness,
  });
  const metricsRoute = createMetricsRoute(telemetry);
  return {
    fetch,
    fetchMetrics: (request: Request) => metricsRoute.fetch(request),
    upgrade: (...[request, socket, head]: Parameters<UpgradeHandler>) =>
      streams
        ? streams.upgrade(request, socket, head)
        : rejectUpgrade(socket, { status: 404, message: 'This server does not serve WebSockets.' }),
    /** Makes the readiness probe fail and rejects new subscriptions, so that load balancers use another server. */
    drain() {
      readiness.drain();
      streams?.drain();
    },
    /** Ends the running subscriptions, so that their clients subscribe to another server. */
    endStreams: async () => streams?.end(),
    /** Closes everything that the app opened; parts that were passed in stay open. */
    async close() {
      probe.close();
      events.close();
      cache?.store.close();
      rateLimits.close();
      await upstream.close();
      if (!parts.changes) changes.close();
      await telemetry.close();
    },
  };
}

/** Imports the upstream on demand, because a graph node in front of a remote platform needs no part of the platform. */
const importUpstream = async ({ remotePlatform }: Config) =>
  remotePlatform
    ? (await import('./remote-upstream.ts')).openRemoteUpstream
    : (await import('./embedded-upstream.ts')).openEmbeddedUpstream;

/** Settings of the route for webhooks of a remote platform; undefined if this process runs the platform. */
function webhookReceiver({ remotePlatform, events }: Config, { receivedEvents }: Upstream) {
  if (!remotePlatform || !receivedEvents) return undefined;
  return { tokenSecret: remotePlatform.clientSecret, signatureSecrets: events.receiverSecrets, events: receivedEvents };
}

/** Opens the rate limits. They count in Redis if `REDIS_URL` is set, otherwise in this process. */
function openRateLimits(config: Config, { log, metrics }: { log: Logger; metrics: Metrics }) {
  const { rateLimit, cache } = config;
  const onRejected = (limit: string) => metrics.rateLimitRejections.inc({ limit });
  const hasRateLimits = config.serves.has('platform') || (config.serves.has('graph') && rateLimit !== undefined);
  const shared =
    hasRateLimits && cache.redisUrl !== undefined
      ? openSharedCounters({ url: cache.redisUrl, namespace: cacheNamespace(config), log })
      : undefined;
  return {
    operations:
      rateLimit === undefined
        ? undefined
        : createRateLimit({ name: 'cost', points: rateLimit, windowSeconds: 60, shared, onRejected }),
    shared,
    onRejected,
    close: () => shared?.close(),
  };
}
