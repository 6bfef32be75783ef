import { traceHeaders } from '../../../telemetry/trace-context.ts';
import { batchContentType, batchLineSchema, restPaths } from '../../../tools/rest-protocol.ts';
import type { ClientToken } from '../client-token.ts';
import { type HttpRequest, type HttpResponse, parseJson, type PlatformHttp } from '../platform-http.ts';
import { toJson } from '../request-json.ts';
import type { BatchedCall } from './batched-call.ts';
import type { BatchSupport } from './batch-support.ts';

export interface BatchSenderOptions {
  http: PlatformHttp;
  clientToken: ClientToken;
  support: Pick<BatchSupport, 'forget'>;
}

/** The platform does not accept batches. */
const unsupported = new Set([404, 405, 415]);
/** Together, the calls are too large. */
const tooLarge = 413;

/** How long the end of a response may follow its last line, in milliseconds. */
const endGraceMs = 1000;

/** Sends calls of one identifier in one request, and ends each call as soon as its line has arrived. */
export async function sendBatch(
  { http, clientToken, support }: BatchSenderOptions,
  { lane, calls }: { lane: string; calls: BatchedCall[] },
): Promise<void> {
  const { signal, stop } = abortWhenAllEnded(calls);
  const endAll = (end: (call: BatchedCall) => void) => calls.forEach(end);
  try {
    const token = await clientToken.get(signal);
    const request = { lane, method: 'POST', path: restPaths.executeTools, signal, ...contentOf(calls, token) } as const;
    const response = await http.sendForLines(request, (text) => {
      const line = batchLineSchema.safeParse(parseJson(text)).data;
      if (!line) return;
      if (line.status === 401) clientToken.drop(token);
      calls[line.index]?.answer({ status: line.status, body: line, retryAfterMs: undefined });
    });
    const { status } = response;
    if (status === 401) clientToken.drop(token);
    if (unsupported.has(status)) support.forget(calls[0]?.call.connectionName ?? '');
    const forEach = unsupported.has(status) || status === tooLarge ? undefined : responseForEach(response);
    endAll((call) => call.answer(forEach));
  } catch (error) {
    endAll((call) => call.fail(error));
  } finally {
    stop();
  }
}

/** The response to calls that have no line: that of the whole request, or one without data if it was successful. */
const responseForEach = (response: HttpResponse): HttpResponse =>
  response.status >= 200 && response.status <= 299 ? { ...response, body: {} } : response;

/** Aborts a signal when no call waits any more: at once if a caller has aborted, otherwise after a grace period. */
function abortWhenAllEnded(calls: BatchedCall[]) {
  const controller = new AbortController();
  let waiting = calls.length;
  let grace: NodeJS.Timeout | undefined;
  const abort = () => controller.abort(new Error('No call of the batch waits any more.'));
  const onEnd = () => {
    waiting -= 1;
    if (waiting > 0) return;
    if (calls.some(({ end }) => end === 'aborted')) abort();
    else grace = setTimeout(abort, endGraceMs).unref();
  };
  for (const call of calls) call.onEnd = onEnd;
  return { signal: controller.signal, stop: () => clearTimeout(grace) };
}

function contentOf(calls: BatchedCall[], token: string): Pick<HttpRequest, 'headers' | 'body'> {
  const [first] = calls;
  if (!first) throw new Error('A batch has at least one call.');
  const { connectionName, identifier, trace } = first.call;
  const common = traceHeaders(trace);
  return {
    headers: {
      authorization: `Bearer ${token}`,
      accept: batchContentType,
      'content-type': 'application/json',
      ...common,
    },
    body: toJson({
      connector: connectionName,
      identifier,
      calls: calls.map(({ call }) => {
        const { traceparent } = traceHeaders(call.trace);
        return {
          tool_name: call.toolName,
          params: call.input,
          ...(traceparent !== common['traceparent'] && { traceparent }),
        };
      }),
    }),
  };
}
