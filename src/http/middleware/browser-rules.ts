import { ServerResponse } from 'node:http';
import { MIMEType } from 'node:util';
import { Hono, type MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import type { AccessLogVariables } from './access-log.ts';
import { errorResponse } from './error-response.ts';

const oneYearSeconds = 365 * 24 * 60 * 60;

/**
 * Creates the headers of every response. They forbid browsers to guess the media type of the response, show it in a
 * frame or load resources that it references, and caches to store it. A route can set its own content security policy
 * and cache control. HSTS is sent in production only, where a TLS proxy is in front of the server.
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

/**
 * Sends headers, and the id of the request, with every response. They are set on the outgoing message, where a route
 * can replace them. Setting them on the response of the route would copy and sort all headers of each response.
 */
export const sendHeaders =
  (headers: Headers): MiddlewareHandler<{ Bindings: Partial<ServerBindings>; Variables: RequestIdVariables }> =>
  async (c, next) => {
    // There are no bindings if the request does not come from a connection.
    const outgoing = c.env?.outgoing;
    if (outgoing instanceof ServerResponse) {
      outgoing.setHeaders(headers).setHeader('x-request-id', c.get('requestId'));
    }
    await next();
  };

/**
 * Rejects requests whose `Host` header is not in `hosts`. Protects against DNS rebinding: to a browser, a page whose
 * host name resolves to this machine has the same origin as this server.
 * @param hosts host names without port; IPv6 addresses in brackets
 */
export function requireHost(hosts: ReadonlySet<string>): MiddlewareHandler<{ Variables: AccessLogVariables }> {
  return async (c, next) => {
    if (isOwnHost(c.req.header('host'), hosts)) return next();
    const message = `The host must be one of ${[...hosts].join(', ')} while callers are not authenticated.`;
    return errorResponse(c, { code: 'FORBIDDEN', message });
  };
}

/** Whether a `Host` header, if there is one, is in `hosts`. */
export function isOwnHost(header: string | undefined, hosts: ReadonlySet<string>): boolean {
  const host = header?.replace(/:\d+$/, '').toLowerCase();
  return host === undefined || hosts.has(host);
}

/** Browsers send these headers to another site only after a preflight request. */
export const preflightHeaders = [
  'x-graphql-yoga-csrf',
  'apollo-require-preflight',
  'graphql-require-preflight',
  'x-apollo-operation-name',
];

export const hasPreflightHeader = (headers: Headers): boolean => preflightHeaders.some((name) => headers.has(name));

/**
 * Rejects requests that a browser would send to another site without a preflight request: a request must have a JSON
 * body or one of the `preflightHeaders`.
 * @param options.exempt whether to accept a request without this check, because it never runs an operation
 */
export function preventCsrf({
  exempt,
}: {
  exempt: (request: Request) => boolean;
}): MiddlewareHandler<{ Variables: AccessLogVariables }> {
  return async (c, next) => {
    const { headers } = c.req.raw;
    if (isJson(headers.get('content-type')) || hasPreflightHeader(headers) || exempt(c.req.raw)) return next();
    const message = `Send the operation as application/json, or with one of the headers ${preflightHeaders.join(', ')}: a page of another site could have sent this request.`;
    return errorResponse(c, { code: 'CSRF_PREVENTED', message });
  };
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
