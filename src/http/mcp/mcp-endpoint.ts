import { Hono } from 'hono';
import type { Changes } from '../../infrastructure/event-stream/event-feed.ts';
import { errorCodes } from '../../tools/errors/error-codes.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import { createGraphEndpoint, type EndpointOptions } from '../graphql/graph-endpoint.ts';
import type { Exchange } from '../graphql/operation-handler.ts';
import { addErrorCode, mcpPath } from '../middleware/access-log.ts';
import { foreignOriginMessage, isForeignOrigin } from '../middleware/browser-rules.ts';
import { type CorsRules, createCors } from '../middleware/cors.ts';
import { type ErrorDetails, type Reply, RequestError } from '../middleware/error-response.ts';
import { createCallCancellations, sessionHeader } from './call-cancellations.ts';
import { MessageError } from './message-error.ts';
import type { McpHandler, McpOptions } from './mcp-handler.ts';
import type { ToolDocument } from './tool-documents.ts';
import { scopes } from '../../tools/tool.ts';
import type { Authentication } from '../identity/identity.ts';

export interface Assistants {
  /** Reads the documents; called once, at the first request. */
  readDocuments: () => readonly ToolDocument[];
  /** Passes cancellations to the other nodes. */
  changes: Changes;
}

interface McpEndpointOptions
  extends
    Omit<EndpointOptions, 'path' | 'checkRequest' | 'handle' | 'cors'>,
    Omit<McpOptions, 'documents' | 'cancellations'> {
  cors: CorsRules;
  isAllowedOrigin: (origin: string) => boolean;
  assistants: Assistants;
  /** Returns the address of the metadata of `/mcp`, for the client that sent this request. */
  metadataUrl: (request: Request) => string;
}

/** Serves `/mcp`: the Model Context Protocol over Streamable HTTP, without streams that the server opens. */
export function createMcpEndpoint({ assistants, isAllowedOrigin, ...options }: McpEndpointOptions) {
  const cancellations = createCallCancellations(assistants.changes);
  let loading: Promise<McpHandler> | undefined;

  /** Loads the handler on demand, because the SDK takes a tenth of a second to load. */
  async function load(): Promise<McpHandler> {
    const { createMcpHandler } = await import('./mcp-handler.ts');
    return createMcpHandler({ ...options, documents: assistants.readDocuments(), cancellations });
  }

  return createGraphEndpoint({
    ...options,
    path: mcpPath,
    checkRequest: (request) => checkOrigin(request, isAllowedOrigin),
    async handle(exchange) {
      if (exchange.request.method !== 'POST') return rejectMethod(exchange);
      loading ??= load();
      const handle = await loading.catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return handle(exchange);
    },
    replyToError: replyWith(options.metadataUrl),
    cors: createCors({
      ...options.cors,
      headers: [...options.cors.headers, 'mcp-protocol-version', sessionHeader],
      exposedHeaders: [sessionHeader, 'www-authenticate'],
    }),
  });
}

/** Browsers send the page's origin in `Origin`; other clients omit this header. @throws RequestError */
function checkOrigin({ headers }: Request, isAllowedOrigin: (origin: string) => boolean): void {
  const [origin, host] = [headers.get('origin') ?? undefined, headers.get('host') ?? undefined];
  if (!isForeignOrigin({ origin, host }, isAllowedOrigin)) return;
  throw new RequestError({ code: 'FORBIDDEN', message: foreignOriginMessage });
}

/** Rejects all methods but POST. Clients routinely try `GET` and `DELETE`, so the log entry is minor. */
function rejectMethod({ request: { method }, logEntry }: Exchange): Reply {
  logEntry.isMinor = true;
  const message = `Send messages by POST, not ${method}. This server sends no messages of its own, and stores no sessions.`;
  return errorMessage(new RequestError({ code: 'METHOD_NOT_ALLOWED', message, headers: { allow: 'POST' } }));
}

/** The response to a rejected token has the address of the metadata, which tells clients where to sign in. */
const replyWith =
  (metadataUrl: (request: Request) => string) =>
  (details: ErrorDetails, exchange: Pick<Exchange, 'request' | 'logEntry'>) => {
    addErrorCode(exchange.logEntry, details.code);
    const challenge = details.headers?.['www-authenticate'];
    if (challenge === undefined) return errorMessage(details);
    const authenticate = `${challenge} resource_metadata="${metadataUrl(exchange.request)}"`;
    return errorMessage(details, { ...details.headers, 'www-authenticate': authenticate });
  };

/** A JSON-RPC error without an id, because the request was rejected before its message was handled. */
function errorMessage(details: ErrorDetails, headers = details.headers) {
  const { code, message, extensions } = details;
  const error = { code: jsonRpcCode(details), message: shortened(message), data: { code, ...extensions } };
  return {
    text: JSON.stringify({ jsonrpc: '2.0', id: null, error }),
    status: errorCodes[code].status,
    headers: { ...headers, 'content-type': 'application/json' },
  };
}

/** JSON-RPC reserves -32099 to -32000 for errors that servers define. */
function jsonRpcCode(details: ErrorDetails): number {
  if (details instanceof MessageError) return details.jsonRpcCode;
  return details.code === 'INTERNAL_SERVER_ERROR' ? -32_603 : -32_000;
}

const wellKnownPath = '/.well-known/oauth-protected-resource';

export const metadataPath = `${wellKnownPath}${mcpPath}`;

interface MetadataOptions {
  authentication: Authentication;
  originOf: (request: Request) => string;
}

/**
 * Tells clients where to sign in: the protected resource metadata of RFC 9728, for `/mcp` and for the whole server.
 * Without authentication, there are no routes, because there is nothing to sign in to.
 */
export function createMetadataRoutes({ authentication, originOf }: MetadataOptions) {
  const routes = new Hono();
  if (!('issuer' in authentication)) return routes;
  const { issuer } = authentication;
  for (const path of ['', mcpPath]) {
    routes.get(`${wellKnownPath}${path}`, ({ req }) =>
      Response.json(
        {
          resource: `${originOf(req.raw)}${path}`,
          ...(URL.canParse(issuer) && { authorization_servers: [issuer] }),
          scopes_supported: scopes,
          bearer_methods_supported: ['header'],
        },
        { headers: { 'access-control-allow-origin': '*' } },
      ),
    );
  }
  return routes;
}
