import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import { operationTimeoutAsToolError } from '../../operation/calls/operation-timeout.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';

/** The span of a call, with all its attempts. */
export interface CallSpan {
  /** The trace to continue on the platform: the span of the call is the parent. */
  trace: RequestTrace;
  /** Must be called when the call has succeeded or, with its error, failed. */
  end(result: { attempts: number; error?: unknown; isAborted: boolean }): void;
}

/** Measures every tool call with all its attempts as one client span, one duration and its number of retries. */
export function createCallTelemetry(
  { metrics, tracer }: Pick<Telemetry, 'metrics' | 'tracer'>,
  { connectionName }: { connectionName: string },
) {
  /** @param parent the request that starts the call; others that share the call are not its cause */
  return (tool: string, parent: RequestTrace): CallSpan => {
    const startedAt = performance.now();
    const span = tracer.startSpan(
      `execute_tool ${tool}`,
      { kind: SpanKind.CLIENT, attributes: { 'tool.name': tool, 'tool.connection': connectionName } },
      parent.context,
    );
    return {
      trace: { ...parent, context: trace.setSpan(parent.context, span) },
      end({ attempts, error, isAborted }) {
        const outcome = error === undefined ? 'OK' : outcomeOf(error, isAborted);
        if (error !== undefined) span.setAttribute('error.type', outcome).setStatus({ code: SpanStatusCode.ERROR });
        metrics.toolCallDuration.observe({ tool, outcome }, (performance.now() - startedAt) / 1000);
        if (attempts > 1) metrics.toolCallRetries.inc({ tool }, attempts - 1);
        span.setAttributes({ 'tool.attempts': attempts, 'tool.source': 'CALLED' });
        span.end();
      },
    };
  };
}

/** The outcome of a failed call: its error code, or `CANCELLED` if its caller has left. */
function outcomeOf(error: unknown, isAborted: boolean): string {
  const failure = operationTimeoutAsToolError(error, '');
  if (failure instanceof ToolError) return failure.code;
  return isAborted ? 'CANCELLED' : 'INTERNAL_SERVER_ERROR';
}
