import { randomUUID } from 'node:crypto';
import { type Context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { isServerFault } from '../../tools/errors/error-codes.ts';
import { readBearerToken } from '../../tools/rules/http.ts';
import { runCall } from '../database/pools/call-context.ts';
import { CallError, type CallLogEntry, type CallVariables, errorResponse } from './call-error.ts';

/** Assigns the execution id, and responds to all errors of the call. */
export function assignExecutionId(): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const executionId = randomUUID();
    c.set('executionId', executionId);
    c.var.logEntry.executionId = executionId;
    try {
      await next();
    } catch (error) {
      // Hono's `onError` only receives `Error` instances, but an abort reason can be any value.
      c.res = errorResponse(c, error);
    }
  };
}

/** Counts a call per client and identifier, so that no user can use up the calls of others. @throws CallError */
export async function countCall(calls: RateLimit, account: { clientId: string; identifier: string }): Promise<void> {
  const { isGranted, balance } = await calls.reserve(JSON.stringify([account.clientId, account.identifier]));
  if (isGranted) return;
  throw new CallError({
    code: 'RATE_LIMITED',
    message: `The client may make ${calls.points} calls per minute on behalf of one identifier (CALL_RATE_LIMIT).`,
    retryAfterMs: Math.max(1, balance.resetAt - Date.now()),
  });
}

export function requireClient(
  clientOf: (token: string) => Promise<string | undefined>,
): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const token = readBearerToken(c.req.header('authorization'));
    if (token === undefined) {
      throw new CallError({
        code: 'UNAUTHENTICATED',
        message: 'The call needs a bearer token; POST /oauth/token issues one.',
        headers: { 'www-authenticate': 'Bearer realm="platform"' },
      });
    }
    const clientId = await runCall({ signal: c.req.raw.signal }, () => clientOf(token));
    if (clientId === undefined) {
      throw new CallError({
        code: 'UNAUTHENTICATED',
        message: 'The bearer token is invalid or has expired; POST /oauth/token issues a new one.',
        headers: { 'www-authenticate': 'Bearer realm="platform", error="invalid_token"' },
      });
    }
    c.set('clientId', clientId);
    c.var.logEntry.clientId = clientId;
    return next();
  };
}

/** Continues the trace of the caller. */
export function traceCalls(tracer: Telemetry['tracer']): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const span = startCallSpan(tracer, c.var.trace.context);
    try {
      await next();
    } finally {
      endCallSpan(span, c.var.logEntry, c.res.status);
    }
  };
}

export const startCallSpan = (tracer: Telemetry['tracer'], parent: Context): Span =>
  tracer.startSpan('execute_tool', { kind: SpanKind.SERVER }, parent);

/** The tool is an attribute of the span, not its name, because clients choose the name of the tool. */
export function endCallSpan(span: Span, { tool, connection, code }: CallLogEntry, status: number): void {
  if (code !== undefined && isServerFault(code)) span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttributes({ 'tool.name': tool, 'tool.connection': connection, 'error.type': code });
  span.setAttribute('http.response.status_code', status);
  span.end();
}
