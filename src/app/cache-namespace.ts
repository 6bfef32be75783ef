import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isLoopback } from '../config/config-rules.ts';
import type { Config } from '../config/config.ts';

/** Keeps apart what deployments put into one Redis: those with the same namespace get the same answers. */
export function cacheNamespace({ remotePlatform, database }: Pick<Config, 'remotePlatform' | 'database'>): string {
  if (remotePlatform) return JSON.stringify([placeOf(remotePlatform.url), remotePlatform.clientId]);
  if (typeof database === 'object' && 'url' in database) return placeOf(database.url);
  // A database of this process alone.
  return randomUUID();
}

/** An address of this machine means something else on another one. */
function placeOf(url: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === '' || isLoopback(host) ? `${hostname()} ${url}` : url;
}
