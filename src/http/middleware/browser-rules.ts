import { ServerResponse } from 'node:http';
import { MIMEType } from 'node:util';
import { Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import { RequestError } from './error-response.ts';

const oneYearSeconds = 365 * 24 * 60 * 60;

/**
 * Headers of every response. They forbid browsers to guess the media type, to show the response in a frame and to load
 * its resources. They forbid caches to store the response. HSTS is sent in production only, behind a TLS proxy.
 */
export async function createSecurityHeaders({ production }: { production: boolean }): Promise<Headers> {
  const setHeaders = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    strictTransportSecurity: production && `max-age=${oneYearSeconds}; includeSubDomains`,
  });
  const sample = new Hono().get('/', setHeaders, (c) => c.body(null, { headers: { 'cache-control': 'no-store' } }));
  return (await sample.request('/')).headers;
}

/** Sets headers on Node's response, where routes can replace them; the `Response` would copy and sort them all. */
export function sendHeaders(headers: Headers, requestId: string, connection: Partial<ServerBindings> | undefined) {
  const outgoing = connection?.outgoing;
  if (outgoing instanceof ServerResponse) outgoing.setHeaders(headers).setHeader('x-request-id', requestId);
}

/**
 * Protects against DNS rebinding: to a browser, a page whose host name resolves to this machine has the same origin as
 * this server.
 * @param hosts names without port; IPv6 addresses in brackets
 * @throws RequestError `FORBIDDEN`
 */
export function checkHost({ headers }: Request, hosts: ReadonlySet<string>): void {
  if (isOwnHost(headers.get('host'), hosts)) return;
  const message = `The host must be one of ${[...hosts].join(', ')} while callers are not authenticated.`;
  throw new RequestError({ code: 'FORBIDDEN', message });
}

export const requireHost =
  (hosts: ReadonlySet<string>): MiddlewareHandler =>
  async (c, next) => {
    checkHost(c.req.raw, hosts);
    await next();
  };

/** True without a `Host` header, which browsers always send. */
export function isOwnHost(header: string | null | undefined, hosts: ReadonlySet<string>): boolean {
  const host = header?.replace(/:\d+$/, '').toLowerCase();
  return host === undefined || hosts.has(host);
}

/** Whether a page of a forbidden site sent the request. Ignores the scheme: a proxy may end the TLS connection. */
export function isForeignOrigin(
  { origin, host }: { origin: string | undefined; host: string | undefined },
  isAllowed: (origin: string) => boolean,
): boolean {
  if (origin === undefined || isAllowed(origin)) return false;
  return host === undefined || !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

export const foreignOriginMessage = 'Pages of this origin may not connect. Add it to CORS_ORIGINS.';

/** Browsers send these headers to another site only after a preflight request. */
export const preflightHeaders = [
  'x-graphql-yoga-csrf',
  'apollo-require-preflight',
  'graphql-require-preflight',
  'x-apollo-operation-name',
];

export const hasPreflightHeader = (headers: Headers): boolean => preflightHeaders.some((name) => headers.has(name));

/** Rejects requests that browsers send cross-site without a preflight request. @throws RequestError `CSRF_PREVENTED` */
export function preventCsrf({ headers }: Request): void {
  if (isJson(headers.get('content-type')) || hasPreflightHeader(headers)) return;
  const message = `Send the operation as application/json, or with one of the headers ${preflightHeaders.join(', ')}: a page of another site could have sent this request.`;
  throw new RequestError({ code: 'CSRF_PREVENTED', message });
}

/** Whether a `Content-Type` header names JSON, or a format based on it. */
export function isJson(contentType: string | null): boolean {
  try {
    const { type, subtype } = new MIMEType(contentType ?? '');
    return type === 'application' && (subtype === 'json' || subtype.endsWith('+json'));
  } catch {
    return false;
  }
}
