import type { AccessLogEntry } from './access-log.ts';
import { preflightHeaders } from './browser-rules.ts';
import { RequestError } from './error-response.ts';

export interface CorsRules {
  /** Origins, and patterns such as `https://*.example.com`. */
  origins: readonly string[];
  /** Names of request headers that pages may send besides those that the graph knows. */
  headers: readonly string[];
  /** Names of response headers that pages may read besides those of the graph. */
  exposedHeaders?: readonly string[];
}

const requestHeaders = [
  'authorization',
  'content-type',
  ...preflightHeaders,
  'x-requested-with',
  // Headers of Apollo's client awareness.
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
  'x-simulate',
];

const responseHeaders = ['x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy'];

/** How long browsers cache the response to a preflight request; Chromium allows at most two hours. */
const maxAgeSeconds = 600;

/** In an allowed origin such as `https://*.example.com`, `*` matches one label of the host name, or a part of it. */
export function createOriginCheck(allowed: readonly string[]): (origin: string) => boolean {
  const exact = new Set(allowed);
  const patterns = allowed.flatMap((each) => {
    const [start, end] = each.split('*');
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
  return (origin) =>
    // `exact` also contains the patterns, which are not origins.
    (exact.has(origin) && !origin.includes('*')) ||
    patterns.some(
      ({ start, end }) =>
        origin.startsWith(start) &&
        origin.endsWith(end) &&
        /^[a-z\d_-]+$/.test(origin.slice(start.length, origin.length - end.length)),
    );
}

/** Cookies are not enabled: callers authenticate with a header. */
export function createCors({ origins, headers: otherHeaders, exposedHeaders = [] }: CorsRules) {
  const isAllowed = createOriginCheck(origins);
  const preflight = {
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers': [...new Set([...requestHeaders, ...otherHeaders])].join(','),
    'access-control-max-age': String(maxAgeSeconds),
  };
  return {
    /** Answers preflight requests only. @throws RequestError `FORBIDDEN` if the origin is not allowed */
    answerPreflight({ method, headers }: Request, logEntry: AccessLogEntry): Response | undefined {
      const origin = headers.get('origin');
      if (method !== 'OPTIONS' || origin === null) return undefined;
      if (isAllowed(origin)) {
        return new Response(null, { status: 204, headers: { ...preflight, vary: 'Access-Control-Request-Headers' } });
      }
      // Without this header, `OPTIONS` is not a preflight request.
      if (!headers.has('access-control-request-method')) return undefined;
      // Browsers hide this response from the page, so the log has to name the origin.
      logEntry.reason = `CORS_ORIGINS does not contain ${origin}`;
      const message = `Pages of ${origin} may not call the graph. Add this origin to CORS_ORIGINS.`;
      throw new RequestError({ code: 'FORBIDDEN', message });
    },
    /** Responses vary by origin: caches must not serve a response without these headers to allowed origins. */
    addHeaders(request: Request, response: Response): void {
      const origin = request.headers.get('origin');
      if (origin !== null && isAllowed(origin)) {
        response.headers.set('access-control-allow-origin', origin);
        response.headers.set('access-control-expose-headers', [...responseHeaders, ...exposedHeaders].join(','));
      }
      if (origins.length > 0) response.headers.append('vary', 'Origin');
    },
  };
}

export type Cors = ReturnType<typeof createCors>;
