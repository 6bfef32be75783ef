import { setTimeout as wait } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import { Hono } from 'hono';
import { maxBodyBytes } from '../../operation/operation-limits.ts';
import { clientFiles } from '../../graph/client-files.ts';
import { schemaWithPrefix } from '../../graph/schema.ts';
import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import type { RecordingAccess } from '../../infrastructure/storage/recording-store.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import type { Authentication, Identify } from '../identity/identity.ts';
import { type AccessLog, type AccessLogVariables, graphPath, mcpPath } from '../middleware/access-log.ts';
import { createOperationSlots, type SlotLimits } from '../../operation/operation-slots.ts';
import { hasPreflightHeader, preventCsrf, requireHost } from '../middleware/browser-rules.ts';
import { type CorsRules, createCors, createOriginCheck } from '../middleware/cors.ts';
import { acceptsHtml } from '../middleware/accept-header.ts';
import { rateLimited, RequestError } from '../middleware/error-response.ts';
import { overloaded } from '../middleware/load-shedding.ts';
import { type Assistants, createMcpEndpoint, createMetadataRoutes, metadataPath } from '../mcp/mcp-endpoint.ts';
import { createTextHandler } from '../text-handler.ts';
import { createPayer } from '../../operation/payer.ts';
import { createStreamEnds } from './subscription/stream-ends.ts';
import { createSubscriptions } from './subscription/transport/subscriptions.ts';
import { createSubscriptionSockets } from './subscription/transport/websocket/subscription-sockets.ts';
import { createUploadQuota } from '../uploads/upload-quota.ts';
import { assetsPath, sendAsset } from './graphiql/asset-route.ts';
import { isGraphiqlInstalled } from './graphiql/bundle.ts';
import { createGraphiqlPage } from './graphiql/graphiql.ts';
import { createGraphqlHandler, type GraphqlOptions } from './graphql.ts';
import { createGraphEndpoint } from './graph-endpoint.ts';
import { createOperationHandler } from './operation-handler.ts';
import { createServerPage, originOf } from './server-page.ts';
import { connectorFor, type SimulationOptions } from './simulated-connector.ts';
import { createGatewayCheck } from './trusted-documents/trusted-requests.ts';

export interface GraphRouteOptions
  extends Omit<GraphqlOptions, 'schema' | 'subscriptions' | 'ends'>, SimulationOptions {
  typePrefix: string;
  identify: Identify;
  authentication: Authentication;
  telemetry: Telemetry;
  recordings: Pick<RecordingAccess, 'receive' | 'release' | 'storedBy'>;
  maxRecordingBytes: number;
  cors: CorsRules;
  /** Gateways with one of these secrets may send any document, and read the schema. */
  gatewaySecrets: readonly string[];
  rateLimit?: RateLimit | undefined;
  /** Limits on the operations of each caller, and on a caller's subscriptions over all transports together. */
  slotLimits: SlotLimits;
  publicUrl?: string | undefined;
  publicOrigin: string;
  isOverloaded: () => boolean;
  accessLog: AccessLog;
  securityHeaders: Headers;
  hosts?: ReadonlySet<string> | undefined;
  /** Documents and notifications for `/mcp`; omitted if `/mcp` is not served. */
  assistants?: Assistants | undefined;
}

/** How long clients can take to receive the last result of their subscriptions. */
const lastResultMs = 2_000;

/** Serves `/graphql`, `/mcp`, the schema files, and at `/` a page for browsers and a redirect for other clients. */
export function createGraphRoutes(options: GraphRouteOptions) {
  const { typePrefix, recordings, maxRecordingBytes, slotLimits, telemetry } = options;
  const routes = new Hono<{ Variables: AccessLogVariables }>();
  const schema = schemaWithPrefix(typePrefix);
  const subscriptions = createSubscriptions({ ...options, limit: slotLimits.maxSubscriptions });
  const ends = createStreamEnds();
  const isAllowedOrigin = createOriginCheck([...options.cors.origins, options.publicOrigin]);
  const slots = createOperationSlots({ limits: slotLimits, rateLimited, overloaded });
  const hasGateways = options.trustedDocuments !== undefined || options.gatewaySecrets.length > 0;
  const operationOptions = {
    server: createGraphqlHandler({ ...options, schema, subscriptions, ends }),
    identify: options.identify,
    checkGateway: hasGateways ? createGatewayCheck(options.gatewaySecrets) : () => false,
    slots,
    connectorFor: (headers: Headers) => connectorFor(headers, options),
    subscriptions,
    createPayer: (identifier: string) => createPayer(identifier, options.rateLimit),
    isOverloaded: options.isOverloaded,
    log: options.log,
  };
  const sockets = createSubscriptionSockets({
    ...operationOptions,
    limit: slotLimits.maxSubscriptions,
    rules: {
      hosts: options.hosts,
      isAllowedOrigin,
      isUnavailable: () => subscriptions.isDraining || options.isOverloaded(),
    },
    telemetry,
  });
  telemetry.onScrape(() => {
    telemetry.metrics.operations.set({ state: 'running' }, slots.running);
    telemetry.metrics.operations.set({ state: 'waiting' }, slots.waiting);
  });
  const { reserve } = createUploadQuota(recordings.storedBy, maxRecordingBytes);
  const upload = { store: recordings, reserve, maxFileBytes: maxRecordingBytes, maxFieldBytes: maxBodyBytes };
  const hasTrustedDocuments = options.trustedDocuments !== undefined;
  // GraphiQL needs introspection, and sends documents that its users write.
  const hasGraphiql = !options.production && !hasTrustedDocuments && isGraphiqlInstalled();
  const hasAssistants = options.assistants !== undefined;
  const pageSettings = { ...options, hasGraphiql, hasTrustedDocuments, hasAssistants };
  const sendPage = createServerPage(pageSettings);
  const requiresSignIn = 'issuer' in options.authentication;
  const sendGraphiql = createGraphiqlPage({ requiresSignIn, typePrefix });
  // Without GraphiQL, a GET with a preflight header is an operation even if it accepts HTML.
  const isPageRequest = ({ method, headers }: Request) =>
    method === 'GET' && acceptsHtml(headers.get('accept')) && (hasGraphiql || !hasPreflightHeader(headers));
  routes.get('/', async (c) => {
    if (acceptsHtml(c.req.header('accept') ?? null)) return sendPage(c.req.raw);
    c.header('vary', 'Accept');
    return c.redirect('/graphql');
  });
  routes.route('/', createClientFileRoutes(schema, options));
  if (hasGraphiql) routes.get(`/${assetsPath}:name`, sendAsset);
  const endpoint = createGraphEndpoint({
    ...options,
    path: graphPath,
    checkRequest: checkGraphRequest,
    handle: createOperationHandler({ ...operationOptions, upload }),
    page: { isRequested: isPageRequest, send: hasGraphiql ? sendGraphiql : sendPage },
    cors: createCors(options.cors),
  });
  const endpoints = new Map([[graphPath, endpoint]]);
  if (options.assistants) {
    const { assistants } = options;
    const metadataUrl = (request: Request) => `${originOf(request, pageSettings)}${metadataPath}`;
    endpoints.set(
      mcpPath,
      createMcpEndpoint({ ...options, ...operationOptions, assistants, isAllowedOrigin, metadataUrl }),
    );
    routes.route('/', createMetadataRoutes({ ...options, originOf: (request) => originOf(request, pageSettings) }));
  } else {
    routes.all(mcpPath, () => {
      const message = `There is no ${mcpPath} because MCP_DOCUMENTS is not set.`;
      throw new RequestError({ code: 'NOT_FOUND', message });
    });
  }
  const streams = {
    upgrade: sockets.upgrade,
    drain: subscriptions.drain,
    /** Ends all subscriptions so that their clients subscribe again elsewhere, and closes the WebSockets. */
    async end() {
      subscriptions.drain();
      ends.endAll();
      const timeout = new AbortController();
      const tooLate = wait(lastResultMs, undefined, { signal: timeout.signal }).catch(() => {});
      await Promise.race([subscriptions.whenIdle(), tooLate]);
      timeout.abort();
      await sockets.close();
    },
  };
  return { routes, endpoints, streams };
}

function checkGraphRequest(request: Request): void {
  const { method } = request;
  if (method !== 'GET' && method !== 'POST') {
    const message = `The graph accepts GET and POST, not ${method}.`;
    throw new RequestError({ code: 'METHOD_NOT_ALLOWED', message, headers: { allow: 'GET, POST' } });
  }
  preventCsrf(request);
}

/** Schema files require the same token as introspection, and are not found where introspection is disabled. */
function createClientFileRoutes(schema: GraphQLSchema, { identify, introspection, hosts }: GraphRouteOptions) {
  const routes = new Hono<{ Variables: AccessLogVariables }>();
  for (const { name, mediaType, print } of clientFiles) {
    const path = `/${name}`;
    if (!introspection) {
      const message = `There is no ${path} because introspection is disabled; operators can set INTROSPECTION=true.`;
      routes.get(path, () => {
        throw new RequestError({ code: 'NOT_FOUND', message });
      });
      continue;
    }
    if (hosts) routes.use(path, requireHost(hosts));
    const send = createTextHandler({ mediaType, render: () => print(schema) });
    routes.get(path, async (c) => {
      const { requestId, logEntry } = c.var;
      const { identifier } = await identify(c.req.raw, { requestId, logEntry });
      logEntry.identifier = identifier;
      return send(c.req.raw);
    });
  }
  return routes;
}
