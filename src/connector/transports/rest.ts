import type { Logger } from 'pino';
import { noTrace, type RequestTrace, traceHeaders } from '../../infrastructure/telemetry/trace-context.ts';
import type { ListedTool, ListRequest } from '../../tools/platform.ts';
import { idempotencyKeyHeader, restPaths, toolsResponseSchema } from '../../tools/rest-protocol.ts';
import type { SentCall } from '../transport.ts';
import { untilAborted } from '../../operation/promises.ts';
import { createBatchSupport, sendBatch } from './batches.ts';
import { createClientToken } from './client-token.ts';
import { createPlatformClock } from './platform-clock.ts';
import { maxConnections, openPlatformHttp, usualConnections } from './platform-http.ts';
import { requestJson } from '../../tools/rules/json.ts';
import { endCall, readResponse, requestError } from './rest-response.ts';

interface RestPlatform {
  url: string;
  clientId: string;
  clientSecret: string;
}

const listTimeoutMs = 10_000;

/** Calls a remote platform by its REST protocol, in batches if the platform supports them. */
export function createRestTransport({
  url,
  clientId,
  clientSecret,
  log,
  now = () => new Date(),
}: RestPlatform & { log: Logger; now?: () => Date }) {
  const clock = createPlatformClock(now);
  const http = openPlatformHttp(url, { startClockReading: clock.startReading });
  const clientToken = createClientToken({ http, clientId, clientSecret, log });

  const batchSupport = createBatchSupport(async (account) => {
    const { batch } = await readTools({ ...account, signal: AbortSignal.timeout(listTimeoutMs) });
    return batch?.max_calls;
  });

  function sendWith(token: string, calls: readonly SentCall[]): void {
    const [first, ...others] = calls;
    if (!first) return;
    const lane = laneOf(first.request.connectionName);
    if (others.length > 0) sendBatch({ http, clientToken, batchSupport }, { calls: [first, ...others], lane, token });
    else sendOne(first, { lane, token });
  }

  function sendOne(call: SentCall, { lane, token }: { lane: string; token: string }): void {
    const { connectionName, identifier, tool, toolName, input, idempotencyKey, trace } = call.request;
    const body = requestJson({ tool_name: toolName, params: input, connector: connectionName, identifier });
    const headers = {
      ...headersOf(token, trace),
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
    };
    const request = { lane, method: 'POST', path: restPaths.executeTool, headers, body } as const;
    call.onAbort = http.start(request, {
      onResponse(response) {
        if (response.status === 401) clientToken.drop(token);
        endCall(call, response);
      },
      onError: (error) => call.fail(requestError(error, tool.name)),
    });
  }

  /** After a 401, repeats the request once with a new token. */
  async function requestTools({ connectionName, identifier, signal }: ListRequest) {
    const query = new URLSearchParams({ connector: connectionName, identifier });
    const target = { lane: laneOf(connectionName), method: 'GET', path: `${restPaths.tools}?${query}` } as const;
    const request = async () => {
      const token = await untilAborted(signal, clientToken.get);
      const response = await http.send({ ...target, headers: headersOf(token, noTrace) }, signal);
      if (response.status === 401) clientToken.drop(token);
      return response;
    };
    const first = await request();
    return first.status === 401 ? request() : first;
  }

  async function readTools(request: ListRequest) {
    const response = await requestTools(request).catch((error: unknown) => {
      throw requestError(error, 'list_tools', request.signal);
    });
    return readResponse(toolsResponseSchema, { response, tool: 'list_tools' });
  }

  return {
    /** Returns the platform's time, estimated from its responses; the estimate can be about a second behind. */
    now: clock.now,
    maxRequestsInFlight: maxConnections,
    usualRequestsInFlight: usualConnections,
    honoursKeys: http.honoursKeys,
    maxBatchCalls: batchSupport.maxCalls,
    send(calls: readonly SentCall[]): void {
      const token = clientToken.cached();
      if (token !== undefined) return sendWith(token, calls);
      const waiting = new Set(calls);
      for (const call of calls) call.onAbort = () => waiting.delete(call);
      clientToken
        .get()
        .then((issued) => sendWith(issued, [...waiting]))
        .catch((error: unknown) => {
          for (const call of waiting) call.fail(requestError(error, call.request.tool.name));
        });
    },
    async listTools(request: ListRequest): Promise<ListedTool[]> {
      const { tools } = await readTools(request);
      return tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        readOnly: tool.read_only,
        inputSchema: tool.input_schema,
      }));
    },
    close: http.close,
  };
}

const headersOf = (token: string, trace: RequestTrace) => ({
  authorization: `Bearer ${token}`,
  accept: 'application/json',
  ...traceHeaders(trace),
});

/** Each service has its own lane (HTTP connection pool), so that a hanging service does not delay other requests. */
const laneOf = (connectionName: string) => `connection ${connectionName}`;
