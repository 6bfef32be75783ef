import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import type { Tool } from '../../tools/tool.ts';
import { operationTimeoutAsToolError } from '../../operation/calls/operation-deadline.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';

export interface MeasuredCall {
  tool: Tool;
  /** The request that starts the call; others that share the call are not its cause. */
  trace: RequestTrace;
  signal: AbortSignal;
}

/** The span of a call, for its attempts. */
export interface CallSpan {
  /** The trace to continue on the platform: the span of the call is the parent. */
  trace: RequestTrace;
  /** Must be called before each attempt that is sent. */
  countAttempt(): void;
}

/** Measures every tool call with all its attempts as one client span, one duration and its number of retries. */
export function createCallTelemetry(
  { metrics, tracer }: Pick<Telemetry, 'metrics' | 'tracer'>,
  { connectionName }: { connectionName: string },
) {
  return async <Result>(call: MeasuredCall, send: (span: CallSpan) => Promise<Result>): Promise<Result> => {
    const tool = call.tool.name;
    const startedAt = performance.now();
    let attempts = 0;
    const span = tracer.startSpan(
      `execute_tool ${tool}`,
      { kind: SpanKind.CLIENT, attributes: { 'tool.name': tool, 'tool.connection': connectionName } },
      call.trace.context,
    );
    const end = (outcome: string) => {
      metrics.toolCallDuration.observe({ tool, outcome }, (performance.now() - startedAt) / 1000);
      if (attempts > 1) metrics.toolCallRetries.inc({ tool }, attempts - 1);
      span.setAttributes({ 'tool.attempts': attempts, 'tool.source': 'CALLED' });
      span.end();
    };
    try {
      const result = await send({
        trace: { ...call.trace, context: trace.setSpan(call.trace.context, span) },
        countAttempt: () => void (attempts += 1),
      });
      end('OK');
      return result;
    } catch (error) {
      const outcome = outcomeOf(error, call.signal);
      span.setAttribute('error.type', outcome).setStatus({ code: SpanStatusCode.ERROR });
      end(outcome);
      throw error;
    }
  };
}

/** The outcome of a failed call: its error code, or `CANCELLED` if its caller has left. */
function outcomeOf(error: unknown, signal: AbortSignal): string {
  const failure = operationTimeoutAsToolError(error, '');
  if (failure instanceof ToolError) return failure.code;
  return signal.aborted ? 'CANCELLED' : 'INTERNAL_SERVER_ERROR';
}
