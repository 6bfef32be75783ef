import { type Context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { isServerFault } from '../../tools/errors/error-codes.ts';
import type { CallLogEntry, CallVariables } from './call-error.ts';

/** Records one server span per tool call, in the trace that the caller started. */
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

/** Ends the span of a tool call. The tool is an attribute, because clients choose its name. */
export function endCallSpan(span: Span, { tool, connection, code }: CallLogEntry, status: number): void {
  if (code !== undefined && isServerFault(code)) span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttributes({ 'tool.name': tool, 'tool.connection': connection, 'error.type': code });
  span.setAttribute('http.response.status_code', status);
  span.end();
}
