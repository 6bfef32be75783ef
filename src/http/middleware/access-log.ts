import type { Context, MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { readTraceparent, type RequestTrace } from '../../telemetry/trace-context.ts';

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
  /** The request's own id and the trace that it continues. */
  trace: RequestTrace;
}

type LoggedContext = Context<{ Variables: AccessLogVariables }>;

/** nginx's status for a client that closed the connection before the response. */
const clientClosedStatus = 499;

/** Maximum length of logged texts, because clients choose some of them, such as operation names. */
const maxTextLength = 300;

/**
 * Writes one line per request, with level `error` after an unexpected error, `warn` for other responses with status 500
 * or above, `debug` for probes, and `info` for all others. Counts the requests except probes in the metrics.
 */
export function logRequests(
  log: Logger,
  { metrics }: Pick<Telemetry, 'metrics'>,
): MiddlewareHandler<{ Variables: AccessLogVariables }> {
  return async (c, next) => {
    const startedAt = performance.now();
    const entry: AccessLogEntry = {};
    const trace = { requestId: c.var.requestId, context: readTraceparent(c.req.header('traceparent')) };
    c.set('logEntry', entry);
    c.set('trace', trace);
    const isMeasured = !isProbe(c);
    if (isMeasured) metrics.activeRequests.inc();
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
      const elapsedMs = performance.now() - startedAt;
      if (isMeasured) {
        metrics.activeRequests.dec();
        const labels = { route: routePath(c, -1), method: methodLabel(c), status: outcome.status };
        metrics.requestDuration.observe(labels, elapsedMs / 1000);
      }
      const durationMs = Math.round(elapsedMs);
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
  if (isProbe(c)) return 'debug';
  if (err !== undefined) return 'error';
  return status >= 500 ? 'warn' : 'info';
}

const isProbe = (c: LoggedContext) => c.req.path.startsWith('/health');

const measuredMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);

const methodLabel = (c: LoggedContext) => (measuredMethods.has(c.req.method) ? c.req.method : 'OTHER');
