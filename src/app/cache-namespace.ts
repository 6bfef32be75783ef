import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isLoopback } from './config/config-rules.ts';
import type { Config } from './config/config.ts';

/** Deployments that share a Redis server share entries only if they have the same database or remote client. */
export function cacheNamespace({ remotePlatform, database }: Pick<Config, 'remotePlatform' | 'database'>): string {
  if (remotePlatform) return JSON.stringify([locationOf(remotePlatform.url), remotePlatform.clientId]);
  if (typeof database === 'object' && 'url' in database) return locationOf(database.url);
  // Only this process can use an embedded database, so no other process may share its cache entries.
  return randomUUID();
}

/** A loopback address means a different server on each machine, so the hostname is added to the URL. */
function locationOf(url: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === '' || isLoopback(host) ? `${hostname()} ${url}` : url;
}
