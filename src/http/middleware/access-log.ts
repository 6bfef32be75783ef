import type { Context, MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { Logger } from 'pino';

/**
 * The fields of an access log line that handlers set while they process a request. They never contain the content of
 * the request: no document, no variables, no tool parameters.
 */
export interface AccessLogEntry {
  /** Execution id of a platform call, as returned in its response. */
  executionId?: string;
  /** The platform client that made the call. */
  clientId?: string;
  /** The user on whose behalf the call is made. */
  identifier?: string;
  /** Name of the GraphQL operation. */
  operation?: string;
  connection?: string;
  tool?: string;
  /** Error code of a rejected request. */
  code?: string;
  /** Explains an error code that is ambiguous on its own. */
  reason?: string;
  /** Returns the number of tool calls that were sent for the request. */
  countToolCalls?: () => number;
  /** An unexpected error. */
  fault?: unknown;
}

export interface AccessLogVariables extends RequestIdVariables {
  logEntry: AccessLogEntry;
}

type LoggedContext = Context<{ Variables: AccessLogVariables }>;

/** nginx's status for a client that closed the connection before the response. */
const clientClosedStatus = 499;

/** Maximum length of logged texts, because clients choose some of them, such as operation names. */
const maxTextLength = 300;

/**
 * Writes one line per request, with level `error` after an unexpected error, `warn` for other responses with status 500
 * or above, `debug` for probes, and `info` for all others.
 */
export function logRequests(log: Logger): MiddlewareHandler<{ Variables: AccessLogVariables }> {
  return async (c, next) => {
    const startedAt = performance.now();
    const entry: AccessLogEntry = {};
    c.set('logEntry', entry);
    try {
      await next();
    } catch (error) {
      // Record the error here: Hono's `onError` only receives `Error` instances, but an abort reason can be any value.
      entry.fault = error;
      throw error;
    } finally {
      const outcome = c.req.raw.signal.aborted
        ? { status: clientClosedStatus, reason: 'the client closed the connection before the response' }
        : { status: c.finalized ? c.res.status : 500, err: entry.fault };
      const durationMs = Math.round(performance.now() - startedAt);
      const record = { requestId: c.var.requestId, ...fieldsOf(entry), ...outcome, durationMs };
      log[levelOf(c, outcome)](record, `${c.req.method} ${c.req.path.slice(0, maxTextLength)}`);
    }
  };
}

function fieldsOf({ fault: _fault, countToolCalls, ...texts }: AccessLogEntry) {
  const shortened = Object.entries(texts).map(([name, text]: [string, string]) => [name, text.slice(0, maxTextLength)]);
  return { ...Object.fromEntries(shortened), toolCalls: countToolCalls?.() };
}

function levelOf(c: LoggedContext, { status, err }: { status: number; err?: unknown }) {
  if (c.req.path.startsWith('/health')) return 'debug';
  if (err !== undefined) return 'error';
  return status >= 500 ? 'warn' : 'info';
}
