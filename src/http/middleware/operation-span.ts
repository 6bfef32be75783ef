import { SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { isServerFault } from '../../tools/errors/error-codes.ts';
import type { AccessLogVariables } from './access-log.ts';

const unknownOperation = 'GraphQL Operation';

/**
 * Records a server span in the trace that the request continues. Clients choose operation names, so the name is only an
 * attribute.
 */
export async function traceOperation(
  tracer: Tracer,
  request: AccessLogVariables,
  respond: () => Promise<Response>,
): Promise<Response> {
  const span = tracer.startSpan(unknownOperation, { kind: SpanKind.SERVER }, request.trace.context);
  request.trace = { ...request.trace, context: trace.setSpan(request.trace.context, span) };
  let status: number | undefined;
  try {
    const response = await respond();
    ({ status } = response);
    return response;
  } finally {
    if (span.isRecording()) {
      const { operation, operationType, errorCodes = new Set(), cost, countToolCalls } = request.logEntry;
      if (operationType !== undefined) span.updateName(operationType);
      const codes = [...errorCodes];
      const fault = codes.find(isServerFault);
      if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', fault);
      span.setAttributes({
        'http.response.status_code': status,
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
}
