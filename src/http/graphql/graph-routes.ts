import { Hono } from 'hono';
import { maxBodyBytes } from '../../operation/operation-limits.ts';
import { schemaWithPrefix } from '../../graph/schema.ts';
import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import type { RecordingAccess } from '../../infrastructure/storage/recording-store.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import type { Authentication, Identify } from '../identity/identity.ts';
import type { AccessLogVariables } from '../middleware/access-log.ts';
import { createOperationSlots, type SlotLimits } from '../../operation/operation-slots.ts';
import { hasPreflightHeader, preventCsrf, requireHost } from '../middleware/browser-rules.ts';
import { type CorsRules, createOriginCheck } from '../middleware/cors.ts';
import { overloaded } from '../middleware/load-shedding.ts';
import { traceOperations } from '../middleware/operation-span.ts';
import {
  acceptsEventStream,
  acceptsHtml,
  acceptsJson,
  errorResponse,
  rateLimited,
} from '../middleware/error-response.ts';
import { cpuTurns } from '../../operation/cpu-turns.ts';
import { openAccount } from '../../operation/operation-account.ts';
import { type AccountVariables, rateLimitHeaders } from '../middleware/rate-limit-headers.ts';
import { createGraphStreams, type GraphStreams } from '../subscription-transport/graph-streams.ts';
import { createStreamEnds } from '../subscription-transport/stream-ends.ts';
import { createSubscriptions, type StreamTimes } from '../subscription-transport/subscriptions.ts';
import { createSubscriptionSockets } from '../subscription-transport/websocket/subscription-sockets.ts';
import { isMultipart, readMultipart } from '../uploads/multipart.ts';
import { createUploadQuota } from '../uploads/upload-quota.ts';
import { createClientFileRoutes } from './client-file-routes.ts';
import { createAssetRoute } from './graphiql/bundle/asset-route.ts';
import { assetsPath, isGraphiqlInstalled } from './graphiql/bundle/bundle.ts';
import { createGraphiqlPage } from './graphiql/graphiql-page.ts';
import { createGraphqlHandler, type GraphqlOptions } from './graphql.ts';
import { createEndpointPage } from './pages/endpoint-page.ts';
import { createLandingPage } from './pages/landing-page.ts';
import { withContext } from './route-context.ts';
import { createGatewayCheck, gatewayHeader } from './trusted-documents/gateway-secret.ts';

export interface GraphRouteOptions extends Omit<GraphqlOptions, 'schema' | 'subscriptions' | 'ends'> {
  /** Prefix of type and root field names; empty for none. */
  typePrefix: string;
  identify: Identify;
  authentication: Authentication;
  telemetry: Telemetry;
  recordings: Pick<RecordingAccess, 'receive' | 'release' | 'storedBy'>;
  /** Maximum total size of the recordings in a request, in bytes. */
  maxRecordingBytes: number;
  /** Maximum time without new data while an upload arrives, in milliseconds; 30 seconds by default. */
  uploadIdleMs?: number | undefined;
  cors: CorsRules;
  /** Secrets with which gateways prove that they may send any document, if there are trusted documents. */
  gatewaySecrets: readonly string[];
  /** Limits the cost of each caller's operations; none when omitted. */
  rateLimit?: RateLimit | undefined;
  /** Limits the operations that each caller has in flight, and the subscriptions over all transports. */
  slotLimits: SlotLimits;
  /** Overrides the intervals of heartbeats and the timeouts of clients. */
  streamTimes?: Partial<StreamTimes> | undefined;
  /** `PUBLIC_URL`, if it is set. */
  publicUrl?: string | undefined;
  /** Origin under which browsers reach this server. */
  publicOrigin: string;
  isOverloaded: () => boolean;
  /** Allowed host names in the `Host` header; all when omitted. */
  hosts?: ReadonlySet<string> | undefined;
}

interface GraphEnv {
  Bindings: Partial<ServerBindings>;
  Variables: AccessLogVariables & AccountVariables;
}

/**
 * Creates the routes of the graph: `/graphql` with GraphiQL or the endpoint page, the landing page at `/` (a redirect to
 * `/graphql` for clients that do not accept HTML), and the schema files. Also returns its subscriptions.
 */
export function createGraphRoutes({
  typePrefix,
  identify,
  authentication,
  recordings,
  maxRecordingBytes,
  uploadIdleMs,
  cors,
  gatewaySecrets,
  rateLimit,
  hosts,
  slotLimits,
  streamTimes,
  publicUrl,
  publicOrigin,
  isOverloaded,
  telemetry,
  ...graphql
}: GraphRouteOptions): { routes: Hono<GraphEnv>; streams: GraphStreams } {
  const { log } = graphql;
  const routes = new Hono<GraphEnv>();
  const schema = schemaWithPrefix(typePrefix);
  const subscriptions = createSubscriptions({ limit: slotLimits.maxSubscriptions, times: streamTimes, telemetry, log });
  const ends = createStreamEnds();
  const yoga = createGraphqlHandler({ ...graphql, schema, subscriptions, ends });
  const slots = createOperationSlots({ limits: slotLimits, rateLimited });
  const open = (identifier: string) => openAccount(identifier, { limit: rateLimit });
  const checkGateway = graphql.trustedDocuments ? createGatewayCheck(gatewaySecrets) : () => false;
  const sockets = createSubscriptionSockets({
    server: yoga,
    identify,
    checkGateway,
    slots,
    subscriptions,
    openAccount: open,
    limit: slotLimits.maxSubscriptions,
    rules: {
      hosts,
      isAllowedOrigin: createOriginCheck([...cors.origins, publicOrigin]),
      isUnavailable: () => subscriptions.isDraining || isOverloaded(),
    },
    telemetry,
    log,
  });
  telemetry.onScrape(() => {
    telemetry.metrics.operations.set({ state: 'running' }, slots.running);
    telemetry.metrics.operations.set({ state: 'waiting' }, slots.waiting);
  });
  const { reserve } = createUploadQuota(recordings.storedBy, maxRecordingBytes);
  const upload = {
    store: recordings,
    reserve,
    maxFileBytes: maxRecordingBytes,
    maxFieldBytes: maxBodyBytes,
    idleMs: uploadIdleMs,
  };
  const hasTrustedDocuments = graphql.trustedDocuments !== undefined;
  // GraphiQL needs introspection, and sends documents that are written in it.
  const hasGraphiql = !graphql.production && !hasTrustedDocuments && isGraphiqlInstalled();
  const { introspection } = graphql;
  const facts = { publicUrl, authentication, hasGraphiql, hasTrustedDocuments, introspection, typePrefix };
  const sendLandingPage = createLandingPage(facts);
  const sendGraphiql = createGraphiqlPage({
    openBundle: loadBundle,
    requiresSignIn: 'issuer' in authentication,
    typePrefix,
  });
  const sendEndpointPage = hasGraphiql ? sendGraphiql : createEndpointPage(facts);
  // Without GraphiQL, a GET with a preflight header is an operation even if it accepts HTML.
  const isPageRequest = ({ method, headers }: Request) =>
    method === 'GET' && acceptsHtml(headers.get('accept')) && (hasGraphiql || !hasPreflightHeader(headers));
  routes.get('/', (c) => {
    if (acceptsHtml(c.req.header('accept') ?? null)) return sendLandingPage(c);
    c.header('vary', 'Accept');
    return c.redirect('/graphql');
  });
  routes.route('/', createClientFileRoutes({ schema, identify, introspection, hosts }));
  if (rateLimit) routes.use('/graphql', rateLimitHeaders(rateLimit));
  if (hosts) routes.use('/graphql', requireHost(hosts));
  const traced = traceOperations(telemetry, { exempt: isPageRequest });
  routes.on(['GET', 'POST'], '/graphql', preventCsrf({ exempt: isPageRequest }), traced, async (c) => {
    const { requestId, logEntry, trace } = c.var;
    const request = c.req.raw;
    if (isPageRequest(request)) return sendEndpointPage(c);
    const accept = request.headers.get('accept');
    const isStream = acceptsEventStream(accept);
    if (!isStream && !acceptsJson(accept)) {
      const message =
        'The response is application/json, application/graphql-response+json or text/event-stream; the Accept header allows none of them.';
      return errorResponse(c, { code: 'NOT_ACCEPTABLE', message });
    }
    const isTrustedGateway = checkGateway(request.headers.get(gatewayHeader), { logEntry });
    const context = { requestId, log: log.child({ requestId }), logEntry, trace, uploads: new Map(), isTrustedGateway };
    const caller = await identify(request, { requestId, logEntry });
    logEntry.identifier = caller.identifier;
    if (isOverloaded() && cpuTurns.usedMuch(caller.identifier)) throw overloaded();
    const account = open(caller.identifier);
    c.set('account', account);
    // There are no bindings if the request does not come from a connection.
    const run = (sent: Request, parts?: object) =>
      slots.run({ account, signal: request.signal, outgoing: c.env?.outgoing }, async (release) => {
        const stream = { transport: isStream ? 'sse' : undefined, onStart: release } as const;
        return yoga.fetch(withContext(sent, { ...context, caller, account, stream, connection: c.env, ...parts }));
      });
    // The operation holds its slot while the body arrives, so a slow body only occupies a slot of its own caller.
    if (!isMultipart(request)) return run(request);
    const { operations, uploads, release } = await readMultipart(request, { ...upload, identifier: caller.identifier });
    try {
      return await run(withoutBody(request), { uploads, operations });
    } finally {
      await release();
    }
  });
  if (hasGraphiql) routes.get(`/${assetsPath}:name`, createAssetRoute(loadBundle));
  routes.all('/graphql', (c) => {
    const message = `The graph accepts GET and POST, not ${c.req.method}.`;
    return errorResponse(c, { code: 'METHOD_NOT_ALLOWED', message, headers: { allow: 'GET, POST' } });
  });
  return { routes, streams: createGraphStreams({ subscriptions, sockets, endAll: () => ends.endAll() }) };
}

/** Opens the files of GraphiQL on the first request for them, because servers in production never need them. */
async function loadBundle() {
  const { openBundle } = await import('./graphiql/bundle/stored-bundle.ts');
  return openBundle();
}

function withoutBody({ url, method, signal, headers: original }: Request): Request {
  const headers = new Headers(original);
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  return new Request(url, { method, headers, signal });
}
