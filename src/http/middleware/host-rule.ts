import type { MiddlewareHandler } from 'hono';
import { refuse } from './refuse.ts';

/**
 * Refuses requests that were sent to another name than this server's. A page of another site may have its own name
 * lead to this machine, and is then no other site for the browser.
 * @param hosts host names without port; IPv6 addresses in brackets
 */
export function requireHost(hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host');
    if (host === undefined || hosts.has(nameOf(host))) return next();
    const message = `The host must be one of ${[...hosts].join(', ')} while callers are not authenticated.`;
    return refuse(c, { code: 'FORBIDDEN', message });
  };
}

const nameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase();
