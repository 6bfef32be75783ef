import type { Changes } from '../../infrastructure/event-stream/event-feed.ts';
import { errorCodes } from '../../tools/errors/error-codes.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import { createGraphEndpoint, type EndpointOptions } from '../graphql/graph-endpoint.ts';
import { addErrorCode, mcpPath } from '../middleware/access-log.ts';
import { isForeignOrigin } from '../middleware/browser-rules.ts';
import { type CorsRules, createCors } from '../middleware/cors.ts';
import { type ErrorDetails, type errorReply, RequestError } from '../middleware/error-response.ts';
import { createCallCancellations } from './call-cancellations.ts';
import { MessageError, sessionHeader } from './message.ts';
import type { McpHandler, McpOptions } from './mcp-handler.ts';
import type { ToolDocument } from './tool-documents.ts';

export interface Assistants {
  /** Called for the first request. */
  readDocuments: () => readonly ToolDocument[];
  /** Through which nodes cancel each other's calls. */
  changes: Changes;
}

interface McpEndpointOptions
  extends
    Omit<EndpointOptions, 'path' | 'checkRequest' | 'handle' | 'cors'>,
    Omit<McpOptions, 'documents' | 'cancellations'> {
  cors: CorsRules;
  isAllowedOrigin: (origin: string) => boolean;
  assistants: Assistants;
}

/** Serves `/mcp`: the Model Context Protocol over Streamable HTTP, without streams that the server opens. */
export function createMcpEndpoint({ assistants, isAllowedOrigin, ...options }: McpEndpointOptions) {
  const cancellations = createCallCancellations(assistants.changes);
  let loading: Promise<McpHandler> | undefined;

  /** On demand, because the SDK takes a tenth of a second to load. */
  async function load(): Promise<McpHandler> {
    const { createMcpHandler } = await import('./mcp-handler.ts');
    return createMcpHandler({ ...options, documents: assistants.readDocuments(), cancellations });
  }

  return createGraphEndpoint({
    ...options,
    path: mcpPath,
    checkRequest: (request) => checkRequest(request, isAllowedOrigin),
    async handle(exchange) {
      loading ??= load();
      const handle = await loading.catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return handle(exchange);
    },
    replyToError,
    cors: createCors({
      ...options.cors,
      headers: [...options.cors.headers, 'mcp-protocol-version', sessionHeader],
      exposedHeaders: [sessionHeader],
    }),
  });
}

/** Browsers name the page that sends a request; other clients send no `Origin`. @throws RequestError */
function checkRequest({ method, headers }: Request, isAllowedOrigin: (origin: string) => boolean): void {
  const [origin, host] = [headers.get('origin') ?? undefined, headers.get('host') ?? undefined];
  if (isForeignOrigin({ origin, host }, isAllowedOrigin)) {
    const message = 'Pages of this origin may not connect. Add it to CORS_ORIGINS.';
    throw new RequestError({ code: 'FORBIDDEN', message });
  }
  if (method === 'POST') return;
  const message = `Assistants send messages by POST, not ${method}: this server sends none of its own.`;
  throw new RequestError({ code: 'METHOD_NOT_ALLOWED', message, headers: { allow: 'POST' } });
}

/** In the form of JSON-RPC, without the id of a message: the request was rejected before its message was handled. */
function replyToError(
  details: ErrorDetails,
  { logEntry }: Parameters<typeof errorReply>[1],
): ReturnType<typeof errorReply> {
  const { code, message, headers, extensions } = details;
  addErrorCode(logEntry, code);
  const error = { code: jsonRpcCode(details), message: shortened(message), data: { code, ...extensions } };
  return {
    text: JSON.stringify({ jsonrpc: '2.0', id: null, error }),
    status: errorCodes[code].status,
    headers: { ...headers, 'content-type': 'application/json' },
  };
}

/** Codes from -32000 to -32099 are those of the server. */
function jsonRpcCode(details: ErrorDetails): number {
  if (details instanceof MessageError) return details.jsonRpcCode;
  return details.code === 'INTERNAL_SERVER_ERROR' ? -32_603 : -32_000;
}
