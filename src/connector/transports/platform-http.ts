import { buildConnector, Pool } from 'undici';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** Requests of one lane wait for each other when there are many, and for those of no other. */
  lane: string;
  /** Under the platform's address. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Requests to one platform over connections that stay open. */
export interface PlatformHttp {
  /**
   * Sends a request once and reads the whole answer; a redirect is an answer. The end of the signal ends the
   * connection as well.
   * @throws UnreachableError when nothing was sent, else the signal's reason or whatever ended the exchange
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** The platform cannot be reached: nothing of the request has arrived. */
export class UnreachableError extends Error {
  constructor(cause: Error) {
    super('The platform cannot be reached.', { cause });
    this.name = 'UnreachableError';
  }
}

/** Fifty callers with all the calls that each may have in flight; beyond that, calls wait for each other. */
const mostConnections = 500;
const connectMs = 5000;
/** Above the longest that TOOL_TIMEOUT_MS allows: the signal of the call ends it before. */
const silenceMs = 610_000;
/** Servers close an idle connection after 5 seconds, or as long as they say; a request must not meet that moment. */
const idleMs = 4000;
const mostIdleMs = 60_000;

export const maxAnswerBytes = 32 * 1024 * 1024;

export function openPlatformHttp(address: string): PlatformHttp {
  const { origin, pathname } = new URL(address);
  const base = pathname.replace(/\/+$/, '');
  const pools = new Map<string, Pool>();
  const openPool = () =>
    new Pool(origin, {
      connect: connectOrFail(),
      connections: mostConnections,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: mostIdleMs,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      maxResponseSize: maxAnswerBytes,
    });
  return {
    async send({ lane, path, body = null, ...request }) {
      const pool = pools.get(lane) ?? openPool();
      pools.set(lane, pool);
      const { statusCode, headers, body: answer } = await pool.request({ ...request, path: base + path, body });
      return { status: statusCode, headers, text: await answer.text() };
    },
    async close() {
      await Promise.all(Array.from(pools.values(), (pool) => pool.destroy()));
    },
  };
}

/** One connection carries one call at a time, so that ending a call ends nothing else. */
function connectOrFail(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs, allowH2: false });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) callback(new UnreachableError(error), null);
      else callback(null, socket);
    });
}
