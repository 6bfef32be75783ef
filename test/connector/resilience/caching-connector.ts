import { type CacheStore, createMemoryCacheStore } from '../../../src/connector/resilience/cache/cache-store.ts';
import { createResultCache } from '../../../src/connector/resilience/cache/result-cache.ts';
import type { TransportCall } from '../../../src/connector/transport.ts';
import { type Script, scriptedConnector } from './scripted-connector.ts';

export const team = { items: [{ id: 'usr_1', name: 'Ada' }] };

/** A connector with a result cache. `ttlMs` is the lifetime of results without a version. */
export function cachingConnector(
  answer: (call: TransportCall, index: number) => Promise<unknown>,
  {
    store = createMemoryCacheStore(),
    ttlMs = 60_000,
    ...script
  }: { store?: CacheStore; ttlMs?: number } & Pick<Script, 'listTools'> = {},
) {
  return scriptedConnector({ answer, ...script, parts: { cache: createResultCache({ store, ttlMs }) } });
}
