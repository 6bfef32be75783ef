import { buildConnector, Pool } from 'undici';
import { isSuccess, parseRetryAfter } from '../../tools/rules/http.ts';
import { parseJson } from '../../tools/rules/json.ts';
import { untilAborted } from '../../operation/until-aborted.ts';
import { dispatchRequest, type ReadResponse, type ResponseHead } from './http-exchange.ts';
import type { PlatformClock } from './platform-clock.ts';
import { lineReader, textReader } from './body-readers.ts';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** Name of a connection pool: requests in different lanes never share a connection. */
  lane: string;
  /** Path relative to the platform's address, including the query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpResponse {
  status: number;
  /** The parsed body; undefined when it is not JSON. */
  body: unknown;
  /** Delay requested by the `Retry-After` header. */
  retryAfterMs: number | undefined;
}

/** Receives the response to a request. */
export interface ResponseHandler {
  /**
   * Called with each line of a successful response as soon as it has arrived; the response then has no body. If omitted,
   * the response is read as a whole, like those that are not successful.
   */
  onLine?: (line: string) => void;
  onResponse(response: HttpResponse): void;
  /** Called with an UnreachableError if the connection failed before anything was sent, otherwise with undici's error. */
  onError(error: unknown): void;
}

/** Sends requests to one platform over persistent connections. */
export interface PlatformHttp {
  /**
   * Sends a request once; redirects are not followed.
   * @returns a function that aborts the request by closing its connection; the handler is not called thereafter
   */
  start(request: HttpRequest, handler: ResponseHandler): () => void;
  /**
   * Sends a request and waits for its response.
   * @throws the signal's reason, or the error of `onError`
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** The connection to the platform failed, so the request was not sent. */
export class UnreachableError extends Error {
  constructor(cause: Error) {
    super('The platform cannot be reached.', { cause });
    this.name = 'UnreachableError';
  }
}

/** Maximum per lane: enough for 50 callers with 10 calls in flight each; further requests wait for a connection. */
export const maxConnections = 500;
const connectTimeoutMs = 5000;
/** Above the maximum of TOOL_TIMEOUT_MS, so that the call's own timeout comes first. */
const idleResponseMs = 610_000;
/**
 * How long an idle connection stays open, even if the server announces a longer time. A server that stops gracefully
 * accepts requests for longer than this, so no request is sent on a connection that is just being closed. It would be
 * unknown whether such a request arrived, and a call that is not safe to repeat would fail. Many servers close idle
 * connections after 5 seconds.
 */
export const idleConnectionMs = 4000;

export function openPlatformHttp(
  address: string,
  { clock, idleMs = idleConnectionMs }: { clock?: PlatformClock; idleMs?: number } = {},
): PlatformHttp {
  const { origin, pathname } = new URL(address);
  const base = pathname.replace(/\/+$/, '');
  const pools = new Map<string, Pool>();
  const openPool = () =>
    new Pool(origin, {
      connect: connector(),
      connections: maxConnections,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      headersTimeout: idleResponseMs,
      bodyTimeout: idleResponseMs,
    });

  function start({ lane, path, ...request }: HttpRequest, { onLine, onResponse, onError }: ResponseHandler) {
    const pool = pools.get(lane) ?? openPool();
    pools.set(lane, pool);
    const readClock = clock?.startReading();
    const readerOf = ({ status, headers }: ResponseHead) => {
      readClock?.(headers['date']);
      return onLine && isSuccess(status) ? lineReader(onLine) : textReader();
    };
    const end = ({ status, headers, body }: ReadResponse) =>
      onResponse({ status, body: parseJson(body), retryAfterMs: parseRetryAfter(headers['retry-after']) });
    return dispatchRequest(pool, { ...request, path: base + path }, { readerOf, end, fail: onError });
  }

  return {
    start,
    async send(request, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
      const abort = start(request, { onResponse: resolve, onError: reject });
      return await untilAborted(signal, () => promise).finally(() => signal.aborted && abort());
    },
    async close() {
      await Promise.all(Array.from(pools.values(), (pool) => pool.destroy()));
    },
  };
}

/**
 * Opens connections that use HTTP/1.1 only. Each carries one request at a time, so that aborting a request, which
 * closes its connection, affects no other request.
 */
function connector(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) callback(new UnreachableError(error), null);
      else callback(null, socket);
    });
}
