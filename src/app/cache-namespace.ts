import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isLoopback } from './config/config-rules.ts';
import type { Config } from './config/config.ts';

/** Separates deployments in Redis, unless they use the same database, or the same platform with the same client. */
export function cacheNamespace({ remotePlatform, database }: Pick<Config, 'remotePlatform' | 'database'>): string {
  if (remotePlatform) return JSON.stringify([locationOf(remotePlatform.url), remotePlatform.clientId]);
  if (typeof database === 'object' && 'url' in database) return locationOf(database.url);
  // Only this process can use an embedded database, so no other process may share its cache entries.
  return randomUUID();
}

/** A loopback address, or a URL without a host, means a different server on each machine: add this machine's name. */
function locationOf(url: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === '' || isLoopback(host) ? `${hostname()} ${url}` : url;
}
