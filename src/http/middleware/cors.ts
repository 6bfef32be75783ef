import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AccessLogVariables } from './access-log.ts';
import { preflightHeaders } from './browser-rules.ts';
import { errorResponse } from './error-response.ts';

/** Which pages of other origins may call the graph, and how. */
export interface CorsRules {
  /** Origins, and patterns such as `https://*.example.com`. */
  origins: readonly string[];
  /** Names of request headers that pages may send besides those that the graph knows. */
  headers: readonly string[];
}

/** The request headers of clients and tracers that pages may send. */
const requestHeaders = [
  'authorization',
  'content-type',
  ...preflightHeaders,
  'x-requested-with',
  // Client awareness of Apollo.
  'apollographql-client-name',
  'apollographql-client-version',
  // W3C Trace Context and Baggage, and the older header of Sentry.
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
  'x-request-id',
  'x-tool-trace',
  'x-explain',
];

const responseHeaders = ['x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy'];

/** How long browsers may reuse the response to a preflight request; Chromium accepts at most two hours. */
const maxAgeSeconds = 600;

/**
 * Creates the check whether pages of an origin are allowed.
 * @param allowed origins, and patterns whose `*` matches exactly one label of the host name
 */
export function createOriginCheck(allowed: readonly string[]): (origin: string) => boolean {
  const exact = new Set(allowed);
  const patterns = allowed.flatMap((each) => {
    const [start, end] = each.split('*');
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
  return (origin) =>
    (exact.has(origin) && !origin.includes('*')) ||
    patterns.some(
      ({ start, end }) =>
        origin.startsWith(start) &&
        origin.endsWith(end) &&
        /^[a-z\d_-]+$/.test(origin.slice(start.length, origin.length - end.length)),
    );
}

/**
 * Lets pages of some origins call the server (CORS). Others get no CORS headers, and the error of their preflight
 * request names the setting. Cookies are not enabled, because callers authenticate with a header.
 */
export function allowOrigins({ origins, headers }: CorsRules): MiddlewareHandler<{ Variables: AccessLogVariables }> {
  const isAllowed = createOriginCheck(origins);
  const allow = cors({
    origin: (origin) => origin,
    allowMethods: ['GET', 'POST'],
    allowHeaders: [...new Set([...requestHeaders, ...headers])],
    exposeHeaders: responseHeaders,
    maxAge: maxAgeSeconds,
  });
  return async (c, next) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && isAllowed(origin)) return allow(c, next);
    if (origin !== undefined && isPreflight(c)) c.res = rejectOrigin(c, origin);
    else await next();
    // This response has no CORS headers, so caches must not serve it to allowed origins.
    if (origins.length > 0) c.res.headers.append('vary', 'Origin');
    return undefined;
  };
}

/** Browsers send a preflight request only for another origin, so it is never a request of a page of this server. */
const isPreflight = (c: Context) =>
  c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;

function rejectOrigin(c: Context<{ Variables: AccessLogVariables }>, origin: string): Response {
  // Browsers hide this response from the page, so the log has to name the origin.
  c.var.logEntry.reason = `CORS_ORIGINS does not contain ${origin}`;
  return errorResponse(c, {
    code: 'FORBIDDEN',
    message: `Pages of ${origin} may not call the graph. Add this origin to CORS_ORIGINS.`,
  });
}
