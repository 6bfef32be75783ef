import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { createFairQueue, type FairQueue } from '../../infrastructure/fairness/fair-queue.ts';
import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { readTraceparent, type RequestTrace, traceIdOf } from '../../infrastructure/telemetry/trace-context.ts';
import type { Platform } from '../../tools/platform.ts';
import {
  batchContentType,
  type BatchRequestBody,
  batchRequestSchema,
  maxBatchCalls,
} from '../../tools/rest-protocol.ts';
import { clientClosedStatus } from '../../tools/rules/http.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import { callError, type CallLogEntry, type CallVariables, failureBody } from './call-error.ts';
import { countCall, endCallSpan, startCallSpan } from './call-middleware.ts';
import { readBody } from './read-request.ts';

/** Maximum number of calls that run at once, for all accounts together. One account runs at most `maxBatchCalls`. */
const maxRunning = 4 * maxBatchCalls;

/** Runs the calls of a batch concurrently, and sends each result as its call ends. Under load, accounts take turns. */
export function batchRoute(options: Omit<BatchedCallOptions, 'queue'>) {
  const queue = createFairQueue({ maxRunning, maxRunningPerKey: maxBatchCalls });
  const route = new Hono<{ Bindings: Partial<ServerBindings>; Variables: CallVariables }>();
  route.post('/', async (c) => {
    const { connector: connectionName, identifier, calls } = await readBody(c.req, batchRequestSchema);
    Object.assign(c.var.logEntry, { connection: connectionName, identifier, calls: calls.length, endsWhenSent: true });
    const { clientId, trace } = c.var;
    const request = { connectionName, identifier, clientId, trace, signal: c.req.raw.signal };
    const lines = calls.map((call, index) => runBatchedCall({ ...call, index }, request, { ...options, queue }));
    return respondWithLines(lines, c.env);
  });
  return route;
}

interface BatchedCallOptions {
  platform: Platform;
  callLimit: RateLimit;
  /** Runs the calls; each key is an account of a client. */
  queue: FairQueue;
  telemetry: Pick<Telemetry, 'tracer' | 'metrics'>;
  log: Logger;
}

interface BatchRequest {
  connectionName: string;
  identifier: string;
  clientId: string;
  trace: RequestTrace;
  signal: AbortSignal;
}

/** Runs a call with an execution id, a count, a span and a log line of its own. Never rejects. */
async function runBatchedCall(
  { index, tool_name: toolName, params: input, traceparent }: BatchRequestBody['calls'][number] & { index: number },
  { connectionName, identifier, clientId, trace, signal }: BatchRequest,
  { platform, callLimit, queue, telemetry, log }: BatchedCallOptions,
): Promise<string> {
  const startedAt = performance.now();
  const executionId = randomUUID();
  const logEntry: CallLogEntry = { executionId, clientId, identifier, connection: connectionName, tool: toolName };
  // A call without a valid trace context continues the trace of the batch.
  const callContext = readTraceparent(traceparent);
  const span = startCallSpan(telemetry.tracer, callContext === ROOT_CONTEXT ? trace.context : callContext);
  let accountVersion: string | undefined;
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
    const onAccountVersion = (version: string) => {
      accountVersion = version;
    };
    const call = { connectionName, identifier, toolName, input, isReadOnly: true, signal, onAccountVersion };
    const key = JSON.stringify([clientId, connectionName, identifier]);
    const data = await queue.run({ key, signal }, () => platform.execute(call));
    const line = JSON.stringify({
      index,
      status: 200,
      account_version: accountVersion,
      data,
      execution_id: executionId,
    });
    end(200);
    return line;
  } catch (thrown) {
    const error = callError({ executionId, logEntry, signal }, thrown);
    end(signal.aborted ? clientClosedStatus : error.status);
    return JSON.stringify({
      index,
      status: error.status,
      account_version: accountVersion,
      ...failureBody(error, executionId),
    });
  }
}

/** Debug level for successful calls: the access log already has a line for the batch. */
function levelOf(status: number, fault: unknown) {
  if (fault !== undefined) return 'error';
  if (status >= 500) return 'warn';
  return status >= 400 ? 'info' : 'debug';
}

const headers = {
  'content-type': batchContentType,
  // Keep proxies from buffering the lines.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Streams lines to the socket, which is cheaper than a web stream. Without a socket, returns all lines together. */
async function respondWithLines(lines: Promise<string>[], bindings?: Partial<ServerBindings>): Promise<Response> {
  if (!bindings?.outgoing) return new Response(`${(await Promise.all(lines)).join('\n')}\n`, { headers });
  bindings.writeBody = (outgoing) => writeLines(lines, outgoing);
  return new Response(null, { headers });
}

/** Lines that resolve in the same iteration of the event loop form one chunk. `lines` must not reject. */
function writeLines(lines: Promise<string>[], outgoing: Writable): void {
  let missing = lines.length;
  let text = '';
  const write = () => {
    if (outgoing.destroyed) return;
    if (missing === 0) outgoing.end(text);
    else outgoing.write(text);
    text = '';
  };
  async function add(line: Promise<string>) {
    const ended = await line;
    if (text === '') setImmediate(write);
    text += `${ended}\n`;
    missing -= 1;
  }
  for (const line of lines) void add(line);
}
