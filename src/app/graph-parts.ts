import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { allScopes } from '../tools/tool.ts';
import { createMemoryCacheStore, createRedisCacheStore } from '../connector/resilience/cache/cache-store.ts';
import { createResultCache } from '../connector/resilience/cache/result-cache.ts';
import type { EventFeed } from '../infrastructure/event-stream/create-event-feed.ts';
import { sharedSlotLimits, type SlotLimits, slotLimits } from '../operation/operation-slots.ts';
import { type Authentication, type Identify, createTokenIdentity } from '../http/identity/identity.ts';
import type { Metrics } from '../infrastructure/telemetry/metrics.ts';
import { cacheNamespace } from './cache-namespace.ts';

/** Parts of the graph that programs and tests pass instead of the configured parts. */
export interface GraphParts {
  identify?: Identify;
  slotLimits?: SlotLimits;
  events?: EventFeed;
}

/** Opens the cache of tool results. Returns undefined if this process does not serve the graph. */
export function openCache(config: Config, { log, metrics }: { log: Logger; metrics: Metrics }) {
  const { seconds, redisUrl } = config.cache;
  if (!config.serves.has('graph')) return undefined;
  const store =
    redisUrl === undefined
      ? createMemoryCacheStore()
      : createRedisCacheStore({ url: redisUrl, namespace: cacheNamespace(config), log });
  const onLookup = ({ tool, hits, misses }: { tool: string; hits: number; misses: number }) => {
    if (hits > 0) metrics.cacheLookups.inc({ tool, result: 'hit' }, hits);
    if (misses > 0) metrics.cacheLookups.inc({ tool, result: 'miss' }, misses);
  };
  return { store, results: createResultCache({ store, ttlMs: seconds * 1000, onLookup }) };
}

/** Reads the manifests of trusted documents. Returns undefined if clients may execute any document. */
export async function openTrustedDocuments({ serves, typePrefix, introspection, trustedDocuments: { files } }: Config) {
  if (files.length === 0 || !serves.has('graph')) return undefined;
  const { readTrustedDocuments } = await import('../http/graphql/trusted-documents/trusted-documents.ts');
  const { schemaWithPrefix } = await import('../graph/schema.ts');
  return readTrustedDocuments(files, { schema: schemaWithPrefix(typePrefix), introspection });
}

/**
 * Returns a function that returns the documents that assistants call as tools at `/mcp`; undefined if `/mcp` is not
 * served. A configured folder is read at once, so that a fault prevents the start; the examples are read on demand.
 */
export async function openToolDocuments(config: Config, log: Logger) {
  const { serves, typePrefix, introspection, mcpDocuments: folder, production, trustedDocuments } = config;
  const hasExamples = !production && trustedDocuments.files.length === 0;
  if (!serves.has('graph') || (folder === undefined && !hasExamples)) return undefined;
  const { readDocumentSources, readExampleSources } = await import('../http/mcp/document-sources.ts');
  const { readToolDocuments } = await import('../http/mcp/tool-documents.ts');
  const { schemaWithPrefix } = await import('../graph/schema.ts');
  const options = { schema: schemaWithPrefix(typePrefix), introspection, log };
  if (folder === undefined) return () => readToolDocuments(readExampleSources(typePrefix), options);
  const documents = readToolDocuments(readDocumentSources(folder), options);
  return () => documents;
}

export const graphSettings = (config: Config, parts: GraphParts) => ({
  introspection: config.introspection,
  typePrefix: config.typePrefix,
  costs: config.costs,
  cors: config.cors,
  gatewaySecrets: config.trustedDocuments.gatewaySecrets,
  // Without authentication, serve only requests to this machine's own names, to prevent DNS rebinding.
  hosts: config.tokenRules ? undefined : ownHosts(config),
  // Without authentication, all callers share one identifier and its slots.
  slotLimits: parts.slotLimits ?? (config.tokenRules ? slotLimits : sharedSlotLimits),
  publicUrl: config.publicUrl,
  publicOrigin: config.publicOrigin,
  maxRecordingBytes: config.recordings.maxBytes,
  activityHorizonDays: config.activityHorizonDays,
  operationTimeoutMs: config.operationTimeoutMs,
  identify: parts.identify ?? identifyBy(config),
  authentication: authenticationOf(config),
});

const authenticationOf = ({ tokenRules, developmentIdentifier: identifier }: Config): Authentication =>
  tokenRules ? { issuer: tokenRules.issuer, audience: tokenRules.audience } : { identifier };

export const ownHosts = ({ publicOrigin }: Config) =>
  new Set(['localhost', '127.0.0.1', '[::1]', new URL(publicOrigin).hostname]);

const identifyBy = ({ tokenRules, developmentIdentifier: identifier }: Config): Identify =>
  tokenRules ? createTokenIdentity(tokenRules) : () => ({ identifier, scopes: allScopes });
