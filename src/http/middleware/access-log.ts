import type { Context, MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { OperationCost } from '../../operation/cost/operation-cost.ts';
import { assetsPath } from '../graphql/graphiql/bundle/bundle.ts';
import { receiverPath } from '../../tools/conversation/vocabulary.ts';
import { isErrorCode, isServerFault } from '../../tools/errors/error-codes.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import { clientClosedStatus } from '../../tools/rules/http.ts';
import type { Metrics } from '../../infrastructure/telemetry/metrics.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { readTraceparent, type RequestTrace, traceIdOf } from '../../infrastructure/telemetry/trace-context.ts';

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
  operationType?: string;
  /** The cost of the operation; read when it has ended. */
  cost?: Pick<OperationCost, 'estimated' | 'actual'>;
  /** The distinct codes of the errors in the response and of the problems that mutations returned. */
  errorCodes?: Set<string>;
  connection?: string;
  tool?: string;
  /** Number of tool calls in a batch. */
  calls?: number;
  /** Error code of a rejected request. */
  code?: string;
  /** Explains an error code that is ambiguous on its own. */
  reason?: string;
  /** Id of an event that the platform sent to this node. */
  eventId?: string;
  trigger?: string;
  /** How the event was handled: `added`, `repeated`, `ignored` or `failed`. */
  outcome?: string;
  /** Returns the number of tool calls that were sent for the request. */
  countToolCalls?: () => number;
  /** An unexpected error. */
  fault?: unknown;
  /** Whether the request ends when its response has been sent, not when the handler returns it. */
  endsWhenSent?: boolean;
}

/** Adds the code of an error to those of the request. */
export function addErrorCode(entry: AccessLogEntry, code: unknown): void {
  entry.errorCodes ??= new Set();
  entry.errorCodes.add(typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR');
}

export interface AccessLogVariables extends RequestIdVariables {
  logEntry: AccessLogEntry;
  /** The request's own id and the trace that it continues. */
  trace: RequestTrace;
}

interface LoggedEnv {
  Bindings: Partial<ServerBindings>;
  Variables: AccessLogVariables;
}

type LoggedContext = Context<LoggedEnv>;

/** Maximum length of logged texts, because clients choose some of them, such as operation names. */
const maxTextLength = 300;

/** Maximum number of error codes in a line. */
const maxErrorCodes = 10;

/**
 * Writes one line per request, with level `error` after an unexpected error, `warn` for other responses with status 500
 * or above and for operations with an error that an operator must look into, `debug` for probes and the files of
 * GraphiQL, and `info` for all others. Also measures all requests except probes.
 */
export function logRequests(log: Logger, { metrics }: Pick<Telemetry, 'metrics'>): MiddlewareHandler<LoggedEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const entry: AccessLogEntry = {};
    // Not `c.var`, which copies all variables at each access.
    const requestId = c.get('requestId');
    const trace = { requestId, context: readTraceparent(c.req.header('traceparent')) };
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
      // There are no bindings if the request does not come from a connection.
      const outgoing = entry.endsWhenSent ? c.env?.outgoing : undefined;
      if (outgoing && !outgoing.closed) outgoing.once('close', () => end(!outgoing.writableFinished));
      else end(c.req.raw.signal.aborted);
    }

    function end(isAborted: boolean): void {
      // Aborting an operation makes its calls in flight fail, so their errors carry no information.
      if (isAborted) entry.errorCodes?.clear();
      const outcome = isAborted
        ? { status: clientClosedStatus, reason: 'the client closed the connection before the response' }
        : { status: c.finalized ? c.res.status : 500, err: entry.fault };
      const elapsedMs = performance.now() - startedAt;
      if (isMeasured) {
        metrics.activeRequests.dec();
        const labels = { route: routePath(c, -1), method: methodLabel(c), status: outcome.status };
        metrics.requestDuration.observe(labels, elapsedMs / 1000);
        measureOutcome(c, metrics);
      }
      const durationMs = Math.round(elapsedMs);
      const traceId = traceIdOf(c.get('trace'));
      const record = { requestId, traceId, ...fieldsOf(entry), ...outcome, durationMs };
      log[levelOf(c, outcome)](record, `${c.req.method} ${loggedPath(c)}`);
    }
  };
}

function loggedPath(c: LoggedContext): string {
  // Mask the token of the webhook receiver: it is a secret, even in a mistyped path.
  if (c.req.path.includes(receiverPath)) return `${receiverPath}:token`;
  // Log the encoded path: a decoded one could contain line breaks or terminal control characters.
  const path = c.req.url.includes('%') ? new URL(c.req.url).pathname : c.req.path;
  return path.slice(0, maxTextLength);
}

function fieldsOf({
  fault: _fault,
  endsWhenSent: _endsWhenSent,
  operationType: _type,
  calls,
  countToolCalls,
  cost,
  errorCodes,
  ...texts
}: AccessLogEntry) {
  const shortened = Object.entries(texts).map(([name, text]: [string, string]) => [name, text.slice(0, maxTextLength)]);
  return {
    ...Object.fromEntries(shortened),
    calls,
    toolCalls: countToolCalls?.(),
    cost: cost && { estimated: cost.estimated, actual: cost.actual() },
    errorCodes: errorCodes?.size ? Array.from(errorCodes).slice(0, maxErrorCodes) : undefined,
  };
}

function levelOf(c: LoggedContext, { status, err }: { status: number; err?: unknown }) {
  if (isProbe(c)) return 'debug';
  // A page of GraphiQL loads twenty files.
  if (c.req.path.startsWith(`/${assetsPath}`) && status < 400) return 'debug';
  if (err !== undefined) return 'error';
  const isFailed = status >= 500 || Array.from(c.get('logEntry').errorCodes ?? []).some(isServerFault);
  return isFailed ? 'warn' : 'info';
}

function measureOutcome(c: LoggedContext, metrics: Metrics): void {
  const { code, cost, errorCodes = new Set<string>() } = c.get('logEntry');
  if (c.req.path === '/graphql') for (const each of errorCodes) metrics.errors.inc({ code: codeLabel(each) });
  else if (code !== undefined) metrics.platformErrors.inc({ code: codeLabel(code) });
  if (!cost) return;
  if (cost.estimated !== undefined) metrics.estimatedCost.observe(cost.estimated);
  // An operation that was rejected has cost nothing.
  const actual = cost.actual();
  if (actual > 0) metrics.actualCost.observe(actual);
}

const codeLabel = (code: string) => (isErrorCode(code) ? code : 'OTHER');

const isProbe = (c: LoggedContext) => c.req.path.startsWith('/health') || c.req.path === '/metrics';

const measuredMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);

const methodLabel = (c: LoggedContext) => (measuredMethods.has(c.req.method) ? c.req.method : 'OTHER');
