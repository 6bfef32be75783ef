import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isLoopback } from '../config/config-rules.ts';
import type { Config } from '../config/config.ts';

/** Separates the cache entries of deployments that share one Redis. Equal namespaces share their entries. */
export function cacheNamespace({ remotePlatform, database }: Pick<Config, 'remotePlatform' | 'database'>): string {
  if (remotePlatform) return JSON.stringify([locationOf(remotePlatform.url), remotePlatform.clientId]);
  if (typeof database === 'object' && 'url' in database) return locationOf(database.url);
  // Only this process can use an embedded database.
  return randomUUID();
}

/** A loopback address means a different server on every machine, so the hostname is added. */
function locationOf(url: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === '' || isLoopback(host) ? `${hostname()} ${url}` : url;
}
