import { errors } from 'undici';
import { traceHeaders } from '../../../infrastructure/telemetry/trace-context.ts';
import { batchContentType, batchLineSchema, restPaths } from '../../../tools/rest-protocol.ts';
import { isSuccess } from '../../../tools/rules/http-status.ts';
import { parseJson } from '../../../tools/rules/parse-json.ts';
import type { ClientToken } from '../client-token.ts';
import { type HttpRequest, type HttpResponse, type PlatformHttp } from '../platform-http.ts';
import { toJson } from '../request-json.ts';
import type { BatchSupport } from './batch-support.ts';
import type { CallBatch } from './collect-calls.ts';
import type { PendingCall } from './pending-call.ts';

export interface BatchSenderOptions {
  http: PlatformHttp;
  clientToken: ClientToken;
  support: Pick<BatchSupport, 'disable'>;
}

/** Statuses of a platform that does not support batches. */
const unsupportedStatuses = new Set([404, 405, 415]);
/** The calls are too large together; each is then sent on its own. */
const payloadTooLarge = 413;

/** Maximum time between the last line and the end of the response, in milliseconds. */
const endGraceMs = 1000;

/** Sends calls of one identifier in one request, and ends each call as soon as its line has arrived. */
export async function sendBatch(
  { http, clientToken, support }: BatchSenderOptions,
  { lane, ...batch }: CallBatch & { lane: string },
): Promise<void> {
  const { connectionName, calls } = batch;
  const { signal, stop } = abortWhenAllEnded(calls);
  const endAll = (end: (call: PendingCall) => void) => calls.forEach(end);
  try {
    const token = await clientToken.get(signal);
    const content = headersAndBody(batch, token);
    const request = { lane, method: 'POST', path: restPaths.executeTools, signal, ...content } as const;
    const response = await http.sendForLines(request, (text) => {
      const line = batchLineSchema.safeParse(parseJson(text)).data;
      if (!line) return;
      if (line.status === 401) clientToken.drop(token);
      calls[line.index]?.answer({ status: line.status, body: line, retryAfterMs: undefined });
    });
    const { status } = response;
    if (status === 401) clientToken.drop(token);
    if (unsupportedStatuses.has(status)) support.disable(connectionName);
    const isSentAlone = unsupportedStatuses.has(status) || status === payloadTooLarge;
    const fallbackResponse = isSentAlone ? undefined : responseWithoutLine(response);
    endAll((call) => call.answer(fallbackResponse));
  } catch (error) {
    const waiting = calls.filter(({ outcome }) => outcome === undefined);
    // One line is too large. Its call is unknown unless it is the only one without a line.
    const isSentAlone = error instanceof errors.ResponseExceededMaxSizeError && waiting.length > 1;
    endAll((call) => (isSentAlone ? call.answer(undefined) : call.fail(error)));
  } finally {
    stop();
  }
}

/** The response to a call without a line: that of the whole request, or one without data if it was successful. */
const responseWithoutLine = (response: HttpResponse): HttpResponse =>
  isSuccess(response.status) ? { ...response, body: {} } : response;

/** Aborts the request once all calls have ended: at once if a caller has aborted, otherwise after a grace period. */
function abortWhenAllEnded(calls: PendingCall[]) {
  const controller = new AbortController();
  let waiting = calls.length;
  let grace: NodeJS.Timeout | undefined;
  const abort = () => controller.abort(new Error('All calls of the batch have ended.'));
  const onEnd = () => {
    waiting -= 1;
    if (waiting > 0) return;
    if (calls.some(({ outcome }) => outcome === 'aborted')) abort();
    else grace = setTimeout(abort, endGraceMs).unref();
  };
  for (const call of calls) call.onEnd = onEnd;
  return { signal: controller.signal, stop: () => clearTimeout(grace) };
}

function headersAndBody(
  { connectionName, identifier, trace, calls }: CallBatch,
  token: string,
): Pick<HttpRequest, 'headers' | 'body'> {
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
