import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import { isServerFault } from '../../tools/errors/error-codes.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import type { AccessLogVariables } from './access-log.ts';

/** The name of the span of a request that contains no valid operation. */
const unknownOperation = 'GraphQL Operation';

/**
 * Records one server span per operation, in the trace that its request continues. The span is named by the type of the
 * operation; clients choose operation names, so the name is only an attribute.
 * @param options.exempt whether a request never runs an operation
 */
export function traceOperations(
  { tracer }: Pick<Telemetry, 'tracer'>,
  { exempt }: { exempt: (request: Request) => boolean },
): MiddlewareHandler<{ Variables: AccessLogVariables }> {
  return async (c, next) => {
    if (exempt(c.req.raw)) return next();
    const request = c.var.trace;
    const span = tracer.startSpan(unknownOperation, { kind: SpanKind.SERVER }, request.context);
    c.set('trace', { ...request, context: trace.setSpan(request.context, span) });
    try {
      await next();
    } finally {
      if (span.isRecording()) {
        const { operation, operationType, errorCodes = new Set(), cost, countToolCalls } = c.var.logEntry;
        if (operationType !== undefined) span.updateName(operationType);
        const codes = [...errorCodes];
        const fault = codes.find(isServerFault);
        if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', fault);
        span.setAttributes({
          'http.response.status_code': c.res.status,
          'graphql.operation.type': operationType,
          'graphql.operation.name': operation,
          'graphql.error.codes': codes.length > 0 ? codes : undefined,
          'graphql.cost.estimated': cost?.estimated,
          'graphql.cost.actual': cost?.actual(),
          'graphql.tool_calls': countToolCalls?.(),
        });
      }
      span.end();
    }
  };
}
