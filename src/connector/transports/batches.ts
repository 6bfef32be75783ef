import { errors } from 'undici';
import { traceHeaders } from '../../infrastructure/telemetry/trace-context.ts';
import { batchContentType, batchLineSchema, restPaths } from '../../tools/rest-protocol.ts';
import { requestJson } from '../../tools/rules/json.ts';
import { isSuccess } from '../../tools/rules/http.ts';
import type { Account, SentCall } from '../transport.ts';
import type { ClientToken } from './client-token.ts';
import type { HttpRequest, HttpResponse, PlatformHttp } from './platform-http.ts';
import { endCall, requestError } from './rest-response.ts';

/** How long an announced batch size is used before the list of tools is read again. */
const announcementMs = 600_000;
/** How long the last known batch size is used if the list of tools cannot be read. */
const retryDelayMs = 30_000;

type BatchSupport = ReturnType<typeof createBatchSupport>;

/** @param readMaxCalls reads the maximum number of calls in a batch; undefined if the list of tools announces none */
export function createBatchSupport(readMaxCalls: (account: Account) => Promise<number | undefined>) {
  const announcements = new Map<string, { maxCalls: number; expiresAt: number }>();

  async function refresh(account: Account, currentMaxCalls: number): Promise<void> {
    const { connectionName } = account;
    // Store a retry time before the request, so that concurrent calls do not read the list too.
    const pending = { maxCalls: currentMaxCalls, expiresAt: performance.now() + retryDelayMs };
    announcements.set(connectionName, pending);
    const maxCalls = await readMaxCalls(account).catch(() => 'unreadable' as const);
    if (maxCalls === 'unreadable' || announcements.get(connectionName) !== pending) return;
    announcements.set(connectionName, { maxCalls: maxCalls ?? 1, expiresAt: performance.now() + announcementMs });
  }

  return {
    /** Returns 1 until the list of tools announces more. Reads a missing or outdated list in the background. */
    maxCalls(account: Account): number {
      const announced = announcements.get(account.connectionName);
      const maxCalls = announced?.maxCalls ?? 1;
      if (!announced || performance.now() >= announced.expiresAt) void refresh(account, maxCalls);
      return maxCalls;
    },
    /** Stops batching on a connection that rejected a batch, until the list of tools is read again. */
    disable(connectionName: string): void {
      announcements.set(connectionName, { maxCalls: 1, expiresAt: performance.now() + announcementMs });
    },
  };
}

interface BatchSenderOptions {
  http: PlatformHttp;
  clientToken: ClientToken;
  batchSupport: Pick<BatchSupport, 'disable'>;
}

interface CallBatch {
  calls: readonly [SentCall, ...SentCall[]];
  lane: string;
  token: string;
}

const unsupportedStatuses = new Set([404, 405, 415]);
/** Status of a batch whose calls are too large together; each call is then sent on its own. */
const payloadTooLarge = 413;

/** Maximum time between the last line and the end of the response, in milliseconds. */
const endGraceMs = 1000;

/** Sends calls in one request, and ends each call as soon as its line has arrived. */
export function sendBatch({ http, clientToken, batchSupport }: BatchSenderOptions, batch: CallBatch): void {
  const { calls, lane, token } = batch;
  /** The calls whose line has not arrived, by their position in the batch. */
  const waiting = new Map(calls.entries());
  let graceTimer: NodeJS.Timeout | undefined;
  const end = (index: number, how: (call: SentCall) => void) => {
    const call = waiting.get(index);
    waiting.delete(index);
    if (call) how(call);
  };
  const endAll = (how: (call: SentCall) => void) => {
    clearTimeout(graceTimer);
    for (const index of waiting.keys()) end(index, how);
  };
  for (const [index, call] of waiting) {
    call.onAbort = () => {
      waiting.delete(index);
      if (waiting.size === 0) abort();
    };
  }
  const request = { lane, method: 'POST', path: restPaths.executeTools, ...headersAndBody(batch) } as const;
  const abort = http.start(request, {
    onLine(parsed) {
      const line = batchLineSchema.safeParse(parsed).data;
      if (!line) return;
      if (line.status === 401) clientToken.drop(token);
      const { status, account_version: accountVersion } = line;
      end(line.index, (call) => endCall(call, { status, body: line, retryAfterMs: undefined, accountVersion }));
      if (waiting.size === 0) graceTimer ??= setTimeout(abort, endGraceMs).unref();
    },
    onResponse(response) {
      const { status } = response;
      if (status === 401) clientToken.drop(token);
      if (unsupportedStatuses.has(status)) batchSupport.disable(calls[0].request.connectionName);
      const mustSendAlone = unsupportedStatuses.has(status) || status === payloadTooLarge;
      endAll((call) => (mustSendAlone ? call.sendAgain({ isAlone: true }) : endCall(call, withoutLine(response))));
    },
    onError(error) {
      // If a line is too large while several calls wait for lines, it is unknown which of the calls must fail.
      const mustSendAlone = error instanceof errors.ResponseExceededMaxSizeError && waiting.size > 1;
      endAll((call) =>
        mustSendAlone ? call.sendAgain({ isAlone: true }) : call.fail(requestError(error, call.request.tool.name)),
      );
    },
  });
}

/** The response for a call without a line: the response to the batch, but without data if the batch was successful. */
const withoutLine = (response: HttpResponse): HttpResponse =>
  isSuccess(response.status) ? { ...response, body: {} } : response;

function headersAndBody({ calls, token }: CallBatch): Pick<HttpRequest, 'headers' | 'body'> {
  const { connectionName, identifier, trace } = calls[0].request;
  const traceOfBatch = traceHeaders(trace);
  return {
    headers: {
      authorization: `Bearer ${token}`,
      accept: batchContentType,
      'content-type': 'application/json',
      ...traceOfBatch,
    },
    body: requestJson({
      connector: connectionName,
      identifier,
      calls: calls.map(({ request }) => {
        // The calls belong to one trace, but each call has its own span.
        const { traceparent } = traceHeaders(request.trace);
        return {
          tool_name: request.toolName,
          params: request.input,
          ...(traceparent !== traceOfBatch['traceparent'] && { traceparent }),
        };
      }),
    }),
  };
}
