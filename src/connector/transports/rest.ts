import type { Logger } from 'pino';
import { noTrace, type RequestTrace, traceHeaders } from '../../infrastructure/telemetry/trace-context.ts';
import type { ListRequest } from '../../tools/platform.ts';
import { executeResponseSchema, restPaths, toolsResponseSchema } from '../../tools/rest-protocol.ts';
import type { Transport, TransportCall } from '../transport.ts';
import { createBatchSupport } from './batch/batch-support.ts';
import { createCallCollector } from './batch/collect-calls.ts';
import { sendBatch } from './batch/send-batch.ts';
import { createClientToken } from './client-token.ts';
import { createPlatformClock } from './platform-clock.ts';
import { type HttpRequest, type HttpResponse, maxConnections, openPlatformHttp } from './platform-http.ts';
import { toJson } from './request-json.ts';
import { readResponse, requestError } from './rest-response.ts';

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

interface Request extends Omit<HttpRequest, 'headers' | 'signal'> {
  trace: RequestTrace;
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
      const { batch } = await list({ ...account, signal: AbortSignal.timeout(listTimeoutMs) });
      return batch?.max_calls;
    },
  });
  const collect = createCallCollector({
    send: (batch) => {
      const lane = laneOf(batch.connectionName);
      void sendBatch({ http, clientToken, support }, { ...batch, lane });
    },
  });

  async function sendOnce({ trace, ...request }: Request, signal: AbortSignal): Promise<HttpResponse> {
    const token = await clientToken.get(signal);
    const response = await http.send({
      ...request,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...traceHeaders(trace),
      },
      signal,
    });
    if (response.status === 401) clientToken.drop(token);
    return response;
  }

  /** Sends a request. A read that receives a 401 is sent again with a new token. */
  async function send(
    { tool, isRead, signal }: { tool: string; isRead: boolean; signal: AbortSignal },
    request: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    try {
      signal.throwIfAborted();
      const response = await request();
      return response.status === 401 && isRead ? await request() : response;
    } catch (error) {
      throw requestError(error, { tool, signal });
    }
  }

  function sendAlone({ connectionName, identifier, toolName, input, signal, trace }: TransportCall) {
    const body = toJson({ tool_name: toolName, params: input, connector: connectionName, identifier });
    return sendOnce({ lane: laneOf(connectionName), method: 'POST', path: restPaths.executeTool, body, trace }, signal);
  }

  /** Sends a read, in a batch with the reads that begin at the same time if the platform accepts batches. */
  async function sendRead(call: TransportCall): Promise<HttpResponse> {
    const maxCalls = support.maxCalls(call);
    const response = maxCalls > 1 ? await collect(call, maxCalls) : undefined;
    return response ?? sendAlone(call);
  }

  async function list({ connectionName, identifier, signal }: ListRequest) {
    const query = new URLSearchParams({ connector: connectionName, identifier });
    const lane = laneOf(connectionName);
    const request = { lane, method: 'GET', path: `${restPaths.tools}?${query}`, trace: noTrace } as const;
    const response = await send({ tool: 'list_tools', isRead: true, signal }, () => sendOnce(request, signal));
    return readResponse(toolsResponseSchema, { response, tool: 'list_tools' });
  }

  return {
    now: clock.now,
    maxCallsInFlight: maxConnections,
    async execute(call) {
      const { tool, signal } = call;
      const isRead = tool.class === 'read';
      const response = await send({ tool: tool.name, isRead, signal }, () => (isRead ? sendRead : sendAlone)(call));
      return readResponse(executeResponseSchema, { response, tool: tool.name }).data;
    },
    async listTools(request) {
      const { tools } = await list(request);
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

/**
 * Returns the lane of a named connection. Each has its own, so that a service that hangs delays neither calls to the
 * other services nor token requests.
 */
const laneOf = (connectionName: string) => `connection ${connectionName}`;
