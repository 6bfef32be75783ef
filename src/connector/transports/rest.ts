import type { Logger } from 'pino';
import { noTrace, type RequestTrace, traceHeaders } from '../../infrastructure/telemetry/trace-context.ts';
import type { ListRequest } from '../../tools/platform.ts';
import { restPaths, toolsResponseSchema } from '../../tools/rest-protocol.ts';
import type { SentCall, Transport } from '../transport.ts';
import { untilAborted } from '../../operation/until-aborted.ts';
import { createBatchSupport, sendBatch } from './batches.ts';
import { createClientToken } from './client-token.ts';
import { createPlatformClock } from './platform-clock.ts';
import { maxConnections, openPlatformHttp } from './platform-http.ts';
import { requestJson } from '../../tools/rules/json.ts';
import { endCall, readResponse, requestError } from './rest-response.ts';

export interface RestPlatform {
  /** The platform's address, with or without a path. */
  url: string;
  clientId: string;
  clientSecret: string;
}

export interface RestTransport extends Transport {
  /** Returns the time of the platform or up to about a second earlier, as its responses report it. */
  now(): Date;
  /** Closes all connections and aborts the calls on them. */
  close(): Promise<void>;
}

/** Time limit for reading the list of tools in the background. */
const listTimeoutMs = 10_000;

/** Calls a remote platform over its REST protocol. */
export function createRestTransport({
  url,
  clientId,
  clientSecret,
  log,
  now = () => new Date(),
}: RestPlatform & { log: Logger; now?: () => Date }): RestTransport {
  const clock = createPlatformClock(now);
  const http = openPlatformHttp(url, { clock });
  const clientToken = createClientToken({ http, clientId, clientSecret, log });

  const support = createBatchSupport({
    readMaxCalls: async (account) => {
      const { batch } = await listed({ ...account, signal: AbortSignal.timeout(listTimeoutMs) });
      return batch?.max_calls;
    },
  });

  function sendWith(token: string, calls: readonly SentCall[]): void {
    const [first, ...others] = calls;
    if (!first) return;
    const lane = laneOf(first.request.connectionName);
    if (others.length > 0) sendBatch({ http, clientToken, support }, { calls: [first, ...others], lane, token });
    else sendOne(first, { lane, token });
  }

  function sendOne(call: SentCall, { lane, token }: { lane: string; token: string }): void {
    const { connectionName, identifier, tool, toolName, input, trace } = call.request;
    const body = requestJson({ tool_name: toolName, params: input, connector: connectionName, identifier });
    const headers = { ...headersOf(token, trace), 'content-type': 'application/json' };
    const request = { lane, method: 'POST', path: restPaths.executeTool, headers, body } as const;
    call.onAbort = http.start(request, {
      onResponse(response) {
        if (response.status === 401) clientToken.drop(token);
        endCall(call, response);
      },
      onError: (error) => call.fail(requestError(error, tool.name)),
    });
  }

  async function list({ connectionName, identifier, signal }: ListRequest) {
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

  async function listed(request: ListRequest) {
    const response = await list(request).catch((error: unknown) => {
      throw requestError(error, 'list_tools', request.signal);
    });
    return readResponse(toolsResponseSchema, { response, tool: 'list_tools' });
  }

  return {
    now: clock.now,
    maxRequestsInFlight: maxConnections,
    maxBatchCalls: support.maxCalls,
    send(calls) {
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
    async listTools(request) {
      const { tools } = await listed(request);
      return tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        readOnly: tool.read_only,
        inputSchema: tool.input_schema,
      }));
    },
    close: () => http.close(),
  };
}

const headersOf = (token: string, trace: RequestTrace) => ({
  authorization: `Bearer ${token}`,
  accept: 'application/json',
  ...traceHeaders(trace),
});

/**
 * Returns the lane of a named connection. Each has its own, so that a service that hangs delays neither calls to the
 * other services nor token requests.
 */
const laneOf = (connectionName: string) => `connection ${connectionName}`;
