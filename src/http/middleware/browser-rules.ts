import { MIMEType } from 'node:util';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { errorResponse } from './error-response.ts';

const oneYearSeconds = 365 * 24 * 60 * 60;

/**
 * Headers of every response: browsers trust its media type, never frame it and load nothing for it. A route may set
 * its own policy. HSTS is sent in production only, where a TLS proxy is in front of the server.
 */
export const securityHeaders = ({ production }: { production: boolean }): MiddlewareHandler =>
  secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    strictTransportSecurity: production && `max-age=${oneYearSeconds}; includeSubDomains`,
  });

/**
 * CORS for pages of `origins`; other origins get no CORS header, not even on a preflight request. Callers
 * authenticate with a header, so pages need no credentials.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const allowed = new Set(origins);
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: [
      'authorization',
      'content-type',
      'apollo-require-preflight',
      'x-graphql-yoga-csrf',
      'x-request-id',
      'x-tool-trace',
    ],
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  });
  return async (c, next) => {
    if (allowed.has(c.req.header('origin') ?? '')) return allow(c, next);
    await next();
    // Caches must not serve this response to allowed origins.
    if (allowed.size > 0) c.header('vary', 'Origin', { append: true });
  };
}

/**
 * Rejects requests for a host name that is not this server's. Protects against DNS rebinding: a page whose own name
 * resolves to this machine counts as same-origin for the browser.
 * @param hosts host names without port; IPv6 addresses in brackets
 */
export function requireHost(hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host')?.replace(/:\d+$/, '').toLowerCase();
    if (host === undefined || hosts.has(host)) return next();
    const message = `The host must be one of ${[...hosts].join(', ')} while callers are not authenticated.`;
    return errorResponse(c, { code: 'FORBIDDEN', message });
  };
}

/** Browsers send either header across sites only after a preflight request. */
const preflightHeaders = ['x-graphql-yoga-csrf', 'apollo-require-preflight'];

/**
 * Rejects requests that a browser would send across sites without a preflight request: all but JSON need one of the
 * two headers.
 * @param options.exempt requests that never run an operation
 */
export function preventCsrf({ exempt }: { exempt: (request: Request) => boolean }): MiddlewareHandler {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const isPreflighted = isJson(headers.get('content-type')) || preflightHeaders.some((name) => headers.has(name));
    if (isPreflighted || exempt(c.req.raw)) return next();
    const message = `Send the operation as application/json, or with the header ${preflightHeaders.join(' or ')}: a page of another site could have sent this request.`;
    return errorResponse(c, { code: 'CSRF_PREVENTED', message });
  };
}

function isJson(contentType: string | null): boolean {
  try {
    const { type, subtype } = new MIMEType(contentType ?? '');
    return type === 'application' && (subtype === 'json' || subtype.endsWith('+json'));
  } catch {
    return false;
  }
}
