import type { Logger } from 'pino';
import { noTrace, type RequestTrace, traceHeaders } from '../../telemetry/trace-context.ts';
import {
  executeResponseSchema,
  type ExecuteRequestBody,
  restPaths,
  toolsResponseSchema,
} from '../../tools/rest-protocol.ts';
import type { Transport } from '../transport.ts';
import { createClientToken } from './client-token.ts';
import { type HttpRequest, type HttpResponse, maxConnections, openPlatformHttp } from './platform-http.ts';
import { readResponse, requestError } from './rest-response.ts';

export interface RestPlatform {
  /** The platform's address, with or without a path. */
  url: string;
  clientId: string;
  clientSecret: string;
}

export interface RestTransport extends Transport {
  /** Closes all connections and aborts the calls on them. */
  close(): Promise<void>;
}

interface Request extends Omit<HttpRequest, 'headers' | 'signal'> {
  trace: RequestTrace;
}

/** Calls a remote platform over its REST protocol. */
export function createRestTransport({
  url,
  clientId,
  clientSecret,
  log,
}: RestPlatform & { log: Logger }): RestTransport {
  const http = openPlatformHttp(url);
  const clientToken = createClientToken({ http, clientId, clientSecret, log });

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
    request: Request,
    { tool, isRead, signal }: { tool: string; isRead: boolean; signal: AbortSignal },
  ) {
    try {
      signal.throwIfAborted();
      const response = await sendOnce(request, signal);
      return response.status === 401 && isRead ? await sendOnce(request, signal) : response;
    } catch (error) {
      throw requestError(error, { tool, signal });
    }
  }

  return {
    maxCallsInFlight: maxConnections,
    async execute({ connectionName, identifier, tool, toolName, input, signal, trace }) {
      const body = toJson({ tool_name: toolName, params: input, connector: connectionName, identifier });
      const lane = laneOf(connectionName);
      const request = { lane, method: 'POST', path: restPaths.executeTool, body, trace } as const;
      const response = await send(request, { tool: tool.name, isRead: tool.class === 'read', signal });
      return readResponse(executeResponseSchema, { response, tool: tool.name }).data;
    },
    async listTools({ connectionName, identifier, signal }) {
      const query = new URLSearchParams({ connector: connectionName, identifier });
      const lane = laneOf(connectionName);
      const request = { lane, method: 'GET', path: `${restPaths.tools}?${query}`, trace: noTrace } as const;
      const response = await send(request, { tool: 'list_tools', isRead: true, signal });
      return readResponse(toolsResponseSchema, { response, tool: 'list_tools' }).tools.map((tool) => ({
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

/** Serializes a request body without undefined list items, which `JSON.stringify` would turn into null. */
const toJson = (body: Record<keyof ExecuteRequestBody, unknown>): string =>
  JSON.stringify(body, (_, value: unknown) =>
    Array.isArray(value) ? value.filter((item) => item !== undefined) : value,
  );
