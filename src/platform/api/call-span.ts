import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { isServerFault } from '../../tools/errors/error-codes.ts';
import type { CallVariables } from './call-error.ts';

/**
 * Records one server span per tool call, in the trace that the caller started. The tool is an attribute, because
 * clients choose its name.
 */
export function traceCalls(tracer: Telemetry['tracer']): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const span = tracer.startSpan('execute_tool', { kind: SpanKind.SERVER }, c.var.trace.context);
    try {
      await next();
    } finally {
      const { tool, connection, code } = c.var.logEntry;
      if (code !== undefined && isServerFault(code)) span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttributes({ 'tool.name': tool, 'tool.connection': connection, 'error.type': code });
      span.setAttribute('http.response.status_code', c.res.status);
      span.end();
    }
  };
}
