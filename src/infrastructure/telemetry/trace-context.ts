import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

/** The ids of a request and its trace. Every tool call sends both to the platform, which logs them. */
export interface RequestTrace {
  requestId: string | undefined;
  context: Context;
}

export const noTrace: RequestTrace = { requestId: undefined, context: ROOT_CONTEXT };

/** Reads a W3C `traceparent` header. Ignores an invalid header, and additional fields of versions above 00. */
export function readTraceparent(traceparent: string | undefined): Context {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(traceparent ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return ROOT_CONTEXT;
  // Forward only the sampled flag: the meaning of other bits is unknown.
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

export function traceHeaders({ requestId, context }: RequestTrace): Record<string, string> {
  const spanContext = validSpanContext(context);
  return {
    ...(requestId !== undefined && { 'x-request-id': requestId }),
    ...(spanContext && { traceparent: formatTraceparent(spanContext) }),
  };
}

export const traceIdOf = ({ context }: RequestTrace): string | undefined => validSpanContext(context)?.traceId;

function validSpanContext(context: Context): SpanContext | undefined {
  const spanContext = trace.getSpanContext(context);
  return spanContext && isSpanContextValid(spanContext) ? spanContext : undefined;
}

const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
