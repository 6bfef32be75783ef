import { buildConnector, type Dispatcher, errors, Pool } from 'undici';
import { isSuccess, parseRetryAfter } from '../../tools/rules/http.ts';
import { accountVersionHeader, honoursKeysHeader } from '../../tools/rest-protocol.ts';
import { untilAborted } from '../../operation/promises.ts';
import { parseJsonBytes } from './response-json.ts';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** Name of a connection pool: requests in different lanes never share a connection. */
  lane: string;
  /** Path and query, relative to the platform's address. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpResponse {
  status: number;
  /** The parsed body; undefined when it is not JSON. */
  body: unknown;
  retryAfterMs: number | undefined;
  accountVersion?: string | undefined;
}

interface ResponseHandler {
  /** Receives each line of a successful response as soon as it has arrived: parsed, or undefined if it is not JSON. */
  onLine?: (line: unknown) => void;
  onResponse(response: HttpResponse): void;
  /** Receives an UnreachableError if the connection failed before anything was sent, otherwise undici's error. */
  onError(error: unknown): void;
}

export type PlatformHttp = ReturnType<typeof openPlatformHttp>;

/** The request was not sent: the connection to the platform failed, or the platform issued no token. */
export class UnreachableError extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause });
    this.name = 'UnreachableError';
    this.retryAfterMs = retryAfterMs;
  }
}

/** Maximum size of a body, or of a line of a body that is read by lines. */
export const maxResponseBytes = 32 * 1024 * 1024;

/** A body of this size takes about five milliseconds to parse. */
const minDeferredBytes = 1024 * 1024;

/** Maximum per pool: enough for 50 callers with 10 calls in flight each; further requests wait for a connection. */
export const maxConnections = 500;
/** Open connections cost CPU time: with 500 of them, a request for a page takes 10% longer. */
export const usualConnections = 64;
const connectTimeoutMs = 5000;
/** Longer than the maximum of TOOL_TIMEOUT_MS, so that the call times out first. */
const idleResponseMs = 610_000;
/**
 * How long an idle connection stays open, even if the server announces a longer time. Must be shorter than the time for
 * which a stopping server still accepts requests, and than the 5 seconds after which many servers close idle
 * connections: a request on a closing connection may or may not have arrived, so a call that is not safe to repeat
 * would fail.
 */
export const idleConnectionMs = 4000;

interface HttpOptions {
  /** Runs before each request; the returned function receives the `Date` header when the response begins. */
  startClockReading?: () => (header: unknown) => void;
  idleMs?: number;
}

export function openPlatformHttp(address: string, { startClockReading, idleMs = idleConnectionMs }: HttpOptions = {}) {
  const { origin, pathname } = new URL(address);
  const base = pathname.replace(/\/+$/, '');
  const pools = new Map<string, Pool>();
  let honoursKeys = false;
  const openPool = () =>
    new Pool(origin, {
      connect: connector(),
      connections: maxConnections,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      headersTimeout: idleResponseMs,
      bodyTimeout: idleResponseMs,
    });

  /**
   * Sends a request once, without following redirects. Does not use undici's `request`, whose stream for each body
   * costs more CPU time than the rest of a small request.
   * @returns a function that aborts the request by closing the connection; the handler is not called afterwards
   */
  function start({ lane, path, ...request }: HttpRequest, { onLine, onResponse, onError }: ResponseHandler) {
    const pool = pools.get(lane) ?? openPool();
    pools.set(lane, pool);
    const readClock = startClockReading?.();
    let running: Dispatcher.DispatchController | undefined;
    let head: Omit<HttpResponse, 'body'> = { status: 0, retryAfterMs: undefined };
    let reader: BodyReader | undefined;
    let isAborted = false;
    const abort = () => {
      isAborted = true;
      running?.abort(new Error('The request was aborted.'));
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        running = controller;
        if (isAborted) abort();
      },
      onResponseStart(_, status, headers) {
        // A response with status 100 to 199 precedes the actual one.
        if (status < 200) return;
        readClock?.(headers['date']);
        honoursKeys ||= headers[honoursKeysHeader] === 'true';
        const accountVersion = headers[accountVersionHeader];
        head = {
          status,
          retryAfterMs: parseRetryAfter(headers['retry-after']),
          accountVersion: typeof accountVersion === 'string' ? accountVersion : undefined,
        };
        reader = bodyReader(isSuccess(status) ? onLine : undefined);
      },
      onResponseData(controller, chunk) {
        try {
          reader?.add(chunk);
        } catch (error) {
          controller.abort(
            error instanceof Error ? error : new Error('The response cannot be read.', { cause: error }),
          );
        }
      },
      onResponseEnd() {
        const bytes = reader?.end() ?? noBytes;
        const body = parseJsonBytes(bytes);
        const respond = () => {
          if (!isAborted) onResponse({ ...head, body });
        };
        // Pass on a large body in another turn of the event loop: decoding its records takes about as long as parsing.
        if (bytes.length < minDeferredBytes) respond();
        else setTimeout(respond);
      },
      onResponseError(_, error) {
        if (!isAborted) onError(error);
      },
    };
    pool.dispatch({ ...request, path: base + path }, handler);
    return abort;
  }

  return {
    start,
    honoursKeys: () => honoursKeys,
    /** @throws the signal's reason, or the error of `onError` */
    async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
      const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
      const abort = start(request, { onResponse: resolve, onError: reject });
      return await untilAborted(signal, () => promise).finally(() => signal.aborted && abort());
    },
    /** Closes all connections and aborts the requests on them. */
    async close(): Promise<void> {
      await Promise.all(Array.from(pools.values(), (pool) => pool.destroy()));
    },
  };
}

/** HTTP/1.1 only: aborting a request closes its connection, which must not affect other requests. */
function connector(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false });
  return (options, callback) =>
    // Destructured together, so that TypeScript knows that there is a socket if there is no error.
    connect(options, (...[error, socket]) => {
      if (error) callback(new UnreachableError('The platform cannot be reached.', { cause: error }), null);
      else callback(null, socket);
    });
}

const lineFeed = 0x0a;
const noBytes = Buffer.alloc(0);

type BodyReader = ReturnType<typeof bodyReader>;

/** Collects the bytes of a body. With `onLine`, parses each complete line that is not empty, and passes it on. */
function bodyReader(onLine: ((line: unknown) => void) | undefined) {
  let chunks: Buffer[] = [];
  let size = 0;
  const collect = (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxResponseBytes) throw new errors.ResponseExceededMaxSizeError();
    chunks.push(chunk);
  };
  const takeBytes = () => {
    const [first = noBytes] = chunks;
    const bytes = chunks.length > 1 ? Buffer.concat(chunks) : first;
    chunks = [];
    size = 0;
    return bytes;
  };
  const passLine = () => {
    if (size > 0) onLine?.(parseJsonBytes(takeBytes()));
  };
  return {
    /** @throws ResponseExceededMaxSizeError, or an error of `onLine` */
    add(chunk: Buffer): void {
      let begin = 0;
      for (let end = onLine ? chunk.indexOf(lineFeed) : -1; end >= 0; end = chunk.indexOf(lineFeed, begin)) {
        collect(chunk.subarray(begin, end));
        passLine();
        begin = end + 1;
      }
      if (begin < chunk.length) collect(chunk.subarray(begin));
    },
    /** Returns the whole body. With `onLine`, passes the last line on instead, and returns an empty buffer. */
    end(): Buffer {
      if (onLine) passLine();
      return takeBytes();
    },
  };
}
