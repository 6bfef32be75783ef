import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { FairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import type { RateLimit } from '../../../infrastructure/fairness/rate-limit.ts';
import type { Telemetry } from '../../../infrastructure/telemetry/telemetry.ts';
import { readTraceparent, type RequestTrace, traceIdOf } from '../../../infrastructure/telemetry/trace-context.ts';
import type { Platform } from '../../../tools/platform.ts';
import type { BatchRequestBody } from '../../../tools/rest-protocol.ts';
import { clientClosedStatus } from '../../../tools/rules/http.ts';
import { callError, type CallLogEntry, failureOf } from '../call-error.ts';
import { countCall } from '../call-middleware.ts';
import { endCallSpan, startCallSpan } from '../call-span.ts';

/** Dependencies shared by all batches. */
export interface BatchedCallOptions {
  platform: Platform;
  callLimit: RateLimit;
  /** The queue of the calls, with one key per account. */
  queue: FairQueue;
  telemetry: Pick<Telemetry, 'tracer' | 'metrics'>;
  log: Logger;
}

/** The request that contains the calls. */
export interface BatchRequest {
  connectionName: string;
  identifier: string;
  clientId: string;
  trace: RequestTrace;
  signal: AbortSignal;
}

/** A call as requested, with its position in the batch. */
type RequestedCall = BatchRequestBody['calls'][number] & { index: number };

/**
 * Runs a call of a batch like a single call: with an execution id, a count, a span and a log line of its own.
 * @returns the call's line of the response; never rejects
 */
export async function runBatchedCall(
  { index, tool_name: toolName, params: input, traceparent }: RequestedCall,
  { connectionName, identifier, clientId, trace, signal }: BatchRequest,
  { platform, callLimit, queue, telemetry, log }: BatchedCallOptions,
): Promise<string> {
  const startedAt = performance.now();
  const executionId = randomUUID();
  const logEntry: CallLogEntry = { executionId, clientId, identifier, connection: connectionName, tool: toolName };
  const callContext = readTraceparent(traceparent);
  const span = startCallSpan(telemetry.tracer, callContext === ROOT_CONTEXT ? trace.context : callContext);
  const end = (status: number) => {
    endCallSpan(span, logEntry, status);
    if (logEntry.code !== undefined) telemetry.metrics.platformErrors.inc({ code: logEntry.code });
    const { fault: err, ...texts } = logEntry;
    const durationMs = Math.round(performance.now() - startedAt);
    const record = { requestId: trace.requestId, traceId: traceIdOf(trace), ...texts, status, err, durationMs };
    log[levelOf(status, err)](record, 'execute_tool in a batch');
  };
  try {
    await countCall(callLimit, { clientId, identifier });
    const call = { connectionName, identifier, toolName, input, isReadOnly: true, signal };
    const key = JSON.stringify([clientId, connectionName, identifier]);
    const data = await queue.run({ key, signal }, () => platform.execute(call));
    const line = JSON.stringify({ index, status: 200, data, execution_id: executionId });
    end(200);
    return line;
  } catch (thrown) {
    const error = callError({ executionId, logEntry, signal }, thrown);
    end(signal.aborted ? clientClosedStatus : error.status);
    return JSON.stringify({ index, status: error.status, ...failureOf(error, executionId) });
  }
}

/** Successful calls are logged at debug level: the access log already has a line for the batch. */
function levelOf(status: number, fault: unknown) {
  if (fault !== undefined) return 'error';
  if (status >= 500) return 'warn';
  return status >= 400 ? 'info' : 'debug';
}
