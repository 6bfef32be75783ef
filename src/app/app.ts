import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { cacheNamespace } from './cache-namespace.ts';
import { createConnector } from '../connector/connector.ts';
import { allScopes } from '../connector/scope.ts';
import { createResultCache } from '../connector/resilience/cache/result-cache.ts';
import { createMemoryCacheStore } from '../connector/resilience/cache/cache-store.ts';
import { createRedisCacheStore } from '../connector/resilience/cache/redis-cache-store.ts';
import { type ResilienceOverrides, resilienceSettings } from '../connector/resilience/settings.ts';
import type { Transport } from '../connector/transport.ts';
import { type EmbeddedParts, openEmbeddedUpstream } from './embedded-upstream.ts';
import type { Identify } from '../http/identity/identity.ts';
import { createReadiness } from '../http/health.ts';
import { createRoutes } from '../http/routes.ts';
import { createPlatformRoutes } from '../platform/api/platform-routes.ts';
import { createLog } from './log.ts';
import { openRemoteUpstream } from './remote-upstream.ts';
import { createTokenIdentity } from '../http/identity/token-identity.ts';

/** Parts that a test, or another program, puts in the place of the ones that the configuration asks for. */
export interface AppParts extends EmbeddedParts {
  /** Comes between the connector and the way to the platform. */
  wrapTransport?: (transport: Transport) => Transport;
  resilience?: ResilienceOverrides;
  log?: Logger;
  now?: () => Date;
  /** How long nothing of an upload may arrive, in milliseconds. */
  uploadIdleMs?: number;
  identify?: Identify;
}

export interface App {
  fetch(request: Request): Response | Promise<Response>;
  /** Tells probes that it should get no more requests. */
  drain(): void;
  /** Lets go of everything the app opened itself. */
  close(): Promise<void>;
}

/** Puts the program together. */
export async function createApp(config: Config, parts: AppParts = {}): Promise<App> {
  const log = parts.log ?? createLog(config);
  const open = config.remotePlatform ? openRemoteUpstream : openEmbeddedUpstream;
  const upstream = await open({ config, log, ...parts });
  const { now } = upstream;
  const kept = openCache(config, log);
  const graph = {
    connector: createConnector({
      transport: parts.wrapTransport?.(upstream.transport) ?? upstream.transport,
      connections: config.connections,
      resilience: resilienceSettings(config.toolTimeoutMs, parts.resilience),
      cache: kept?.cache,
      log,
    }),
    introspection: config.introspection,
    corsOrigins: config.corsOrigins,
    hosts: config.tokenRules ? undefined : ownHosts(config),
    now,
    maxRecordingBytes: config.recordings.maxBytes,
    uploadIdleMs: parts.uploadIdleMs,
    activityHorizonDays: config.activityHorizonDays,
    operationTimeoutMs: config.operationTimeoutMs,
    identify: parts.identify ?? identifyBy(config),
  };
  const readiness = createReadiness({ check: (signal) => upstream.check(signal), log });
  const routes = createRoutes({
    log,
    production: config.production,
    health: { readiness, upstream: config.remotePlatform ? 'platform' : 'database' },
    recordings: upstream.recordings,
    graph: config.serves.has('graph') ? graph : undefined,
    platformRoutes:
      config.serves.has('platform') && upstream.platformApi ? createPlatformRoutes(upstream.platformApi) : undefined,
  });
  return {
    fetch: (request) => routes.fetch(request),
    drain: () => readiness.drain(),
    async close() {
      kept?.store.close();
      await upstream.close();
    },
  };
}

/** The cache that operations share; undefined where the graph is not served or caching is off. */
function openCache(config: Config, log: Logger) {
  const { seconds, redisUrl } = config.cache;
  if (seconds === 0 || !config.serves.has('graph')) return undefined;
  const store =
    redisUrl === undefined
      ? createMemoryCacheStore()
      : createRedisCacheStore({ url: redisUrl, namespace: cacheNamespace(config), log });
  return { store, cache: createResultCache({ store, ttlMs: seconds * 1000 }) };
}

/** By which this machine, or the place that is configured, is called. */
const ownHosts = ({ publicOrigin }: Config) =>
  new Set(['localhost', '127.0.0.1', '[::1]', new URL(publicOrigin).hostname]);

/** How callers are identified: by token, or all as the development identity. */
const identifyBy = ({ tokenRules, developmentIdentifier: identifier }: Config): Identify =>
  tokenRules ? createTokenIdentity(tokenRules) : () => ({ identifier, scopes: allScopes });
