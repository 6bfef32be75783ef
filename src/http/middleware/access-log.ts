import { randomUUID } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { OperationCost } from '../../operation/cost/operation-cost.ts';
import { receiverPath } from '../../tools/conversation/vocabulary.ts';
import { isErrorCode, isServerFault } from '../../tools/errors/error-codes.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import { clientClosedStatus } from '../../tools/rules/http.ts';
import type { Metrics } from '../../infrastructure/telemetry/metrics.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { readTraceparent, type RequestTrace, traceIdOf } from '../../infrastructure/telemetry/trace-context.ts';

/** Fields of an access log line. They never contain a document, variables or tool parameters. */
export interface AccessLogEntry {
  /** The same id as in the response to a platform call. */
  executionId?: string;
  clientId?: string;
  identifier?: string;
  operation?: string;
  operationType?: string;
  /** The states of the platform that the request simulates. */
  simulation?: string;
  /** The cost of the operation; read when it has ended. */
  cost?: Pick<OperationCost, 'estimated' | 'actual'>;
  /** Codes of the errors in the response, and of the problems that mutations returned. */
  errorCodes?: Set<string>;
  connection?: string;
  tool?: string;
  /** Number of tool calls in a batch that the platform received. */
  calls?: number;
  code?: string;
  reason?: string;
  eventId?: string;
  trigger?: string;
  /** How the event was handled: `added`, `repeated`, `ignored` or `failed`. */
  outcome?: string;
  countToolCalls?: () => number;
  /** An unexpected error; logged as `err`, at `error`. */
  fault?: unknown;
  isMinor?: boolean;
  /** Whether the request ends when its response has been sent, not when the handler returns it. */
  endsWhenSent?: boolean;
}

export function addErrorCode(entry: AccessLogEntry, code: unknown): void {
  entry.errorCodes ??= new Set();
  entry.errorCodes.add(typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR');
}

export function addErrorCodes(entry: AccessLogEntry, errors: ExecutionResult['errors']): void {
  for (const { extensions } of errors ?? []) addErrorCode(entry, extensions['code']);
}

export interface AccessLogVariables {
  requestId: string;
  logEntry: AccessLogEntry;
  trace: RequestTrace;
}

export interface LoggedRequest extends AccessLogVariables {
  request: Request;
  path: string;
  startedAt: number;
}

export const graphPath = '/graphql';
export const mcpPath = '/mcp';

const operationPaths: ReadonlySet<string> = new Set([graphPath, mcpPath]);

/** Clients choose some of the logged texts, such as operation names. */
const maxTextLength = 300;

const maxErrorCodes = 10;

/** Logs at `error` after unexpected errors, at `warn` for status 5xx and errors that an operator must look into. */
export function createAccessLog(log: Logger, { metrics }: Pick<Telemetry, 'metrics'>) {
  return {
    start(request: Request, path: string): LoggedRequest {
      const { headers } = request;
      const requestId = requestIdOf(headers.get('x-request-id'));
      const trace = { requestId, context: readTraceparent(headers.get('traceparent') ?? undefined) };
      if (!isProbe(path)) metrics.activeRequests.inc();
      return { request, path, requestId, trace, logEntry: {}, startedAt: performance.now() };
    },
    finish(
      logged: LoggedRequest,
      { status, route, connection }: { status: number; route: string; connection: Partial<ServerBindings> | undefined },
    ): void {
      const { request, logEntry } = logged;
      const outgoing = logEntry.endsWhenSent ? connection?.outgoing : undefined;
      if (outgoing && !outgoing.closed) outgoing.once('close', () => end(!outgoing.writableFinished));
      else end(request.signal.aborted);

      function end(isAborted: boolean): void {
        // Aborting an operation makes its calls in flight fail, so their errors carry no information.
        if (isAborted) logEntry.errorCodes?.clear();
        const outcome = isAborted
          ? { status: clientClosedStatus, reason: 'the client closed the connection before the response' }
          : { status, err: logEntry.fault };
        const elapsedMs = performance.now() - logged.startedAt;
        if (!isProbe(logged.path)) {
          metrics.activeRequests.dec();
          const labels = { route, method: methodLabel(request), status: outcome.status };
          metrics.requestDuration.observe(labels, elapsedMs / 1000);
          measureOutcome(logged, metrics);
        }
        const { requestId, trace } = logged;
        const durationMs = Math.round(elapsedMs);
        const record = { requestId, traceId: traceIdOf(trace), ...fieldsOf(logEntry), ...outcome, durationMs };
        log[levelOf(logged, outcome)](record, `${request.method} ${loggedPath(logged)}`);
      }
    },
  };
}

export type AccessLog = ReturnType<typeof createAccessLog>;

export function logRequests({ start, finish }: AccessLog): MiddlewareHandler<LoggedEnv> {
  return async (c, next) => {
    const logged = start(c.req.raw, c.req.path);
    const { logEntry } = logged;
    c.set('requestId', logged.requestId);
    c.set('logEntry', logEntry);
    c.set('trace', logged.trace);
    c.header('x-request-id', logged.requestId);
    try {
      await next();
    } catch (error) {
      // Record the error here: Hono's `onError` only receives `Error` instances, but an abort reason can be any value.
      logEntry.fault = error;
      throw error;
    } finally {
      finish(logged, { status: c.finalized ? c.res.status : 500, route: routePath(c, -1), connection: c.env });
    }
  };
}

interface LoggedEnv {
  Bindings: Partial<ServerBindings>;
  Variables: AccessLogVariables;
}

export const requestIdOf = (sent: string | null | undefined): string =>
  sent != null && /^[\w\-=]{1,255}$/.test(sent) ? sent : randomUUID();

function loggedPath({ request: { url }, path }: LoggedRequest): string {
  // Mask the token of the webhook receiver: it is a secret, even in a mistyped path.
  if (path.includes(receiverPath)) return `${receiverPath}:token`;
  // Log the encoded path: a decoded one could contain line breaks or terminal control characters.
  return (url.includes('%') ? new URL(url).pathname : path).slice(0, maxTextLength);
}

function fieldsOf({
  fault: _fault,
  isMinor: _isMinor,
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

function levelOf({ path, logEntry }: LoggedRequest, { status, err }: { status: number; err?: unknown }) {
  if (isProbe(path) || logEntry.isMinor) return 'debug';
  if (err !== undefined) return 'error';
  const isFailed = status >= 500 || Array.from(logEntry.errorCodes ?? []).some(isServerFault);
  return isFailed ? 'warn' : 'info';
}

function measureOutcome({ path, logEntry }: LoggedRequest, metrics: Metrics): void {
  const { code, cost, errorCodes = new Set<string>() } = logEntry;
  if (operationPaths.has(path)) for (const each of errorCodes) metrics.errors.inc({ code: codeLabel(each) });
  else if (code !== undefined) metrics.platformErrors.inc({ code: codeLabel(code) });
  if (!cost) return;
  if (cost.estimated !== undefined) metrics.estimatedCost.observe(cost.estimated);
  const actual = cost.actual();
  if (actual > 0) metrics.actualCost.observe(actual);
}

const codeLabel = (code: string) => (isErrorCode(code) ? code : 'OTHER');

const isProbe = (path: string) => path.startsWith('/health') || path === '/metrics';

const measuredMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);

const methodLabel = ({ method }: Request) => (measuredMethods.has(method) ? method : 'OTHER');
