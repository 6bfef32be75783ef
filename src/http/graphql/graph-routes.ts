import { Hono } from 'hono';
import { maxBodyBytes } from '../../operation/operation-limits.ts';
import { schemaWithPrefix } from '../../graph/schema.ts';
import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import type { RecordingAccess } from '../../infrastructure/storage/recording-store.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import type { Authentication, Identify } from '../identity/identity.ts';
import type { AccessLog, AccessLogVariables } from '../middleware/access-log.ts';
import { createOperationSlots, type SlotLimits } from '../../operation/operation-slots.ts';
import { hasPreflightHeader } from '../middleware/browser-rules.ts';
import { type CorsRules, createCors, createOriginCheck } from '../middleware/cors.ts';
import { acceptsHtml, rateLimited } from '../middleware/error-response.ts';
import { openAccount } from '../../operation/operation-account.ts';
import { createGraphStreams } from './subscription/transport/graph-streams.ts';
import { createStreamEnds } from './subscription/transport/stream-ends.ts';
import { createSubscriptions } from './subscription/transport/subscriptions.ts';
import { createSubscriptionSockets } from './subscription/transport/websocket/subscription-sockets.ts';
import { createUploadQuota } from '../uploads/upload-quota.ts';
import { createClientFileRoutes } from './client-file-routes.ts';
import { createAssetRoute } from './graphiql/bundle/asset-route.ts';
import { assetsPath, isGraphiqlInstalled } from './graphiql/bundle/bundle.ts';
import { createGraphiqlPage } from './graphiql/graphiql.ts';
import { createGraphqlHandler, type GraphqlOptions } from './graphql.ts';
import { createEndpointPage } from './pages/endpoint-page.ts';
import { createLandingPage } from './pages/landing-page.ts';
import { createGraphEndpoint } from './graph-endpoint.ts';
import { createOperationHandler } from './operation-handler.ts';
import { createGatewayCheck } from './trusted-documents/gateway-secret.ts';

export interface GraphRouteOptions extends Omit<GraphqlOptions, 'schema' | 'subscriptions' | 'ends'> {
  typePrefix: string;
  identify: Identify;
  authentication: Authentication;
  telemetry: Telemetry;
  recordings: Pick<RecordingAccess, 'receive' | 'release' | 'storedBy'>;
  maxRecordingBytes: number;
  /** In milliseconds; 30 seconds by default. */
  uploadIdleMs?: number | undefined;
  cors: CorsRules;
  /** Gateways with one of these secrets may send any document, if there are trusted documents. */
  gatewaySecrets: readonly string[];
  rateLimit?: RateLimit | undefined;
  /** Also limits the subscriptions of each caller, over all transports. */
  slotLimits: SlotLimits;
  publicUrl?: string | undefined;
  publicOrigin: string;
  isOverloaded: () => boolean;
  accessLog: AccessLog;
  securityHeaders: Headers;
  hosts?: ReadonlySet<string> | undefined;
}

/** Serves `/graphql`, the landing page at `/` (to clients that accept no HTML, a redirect) and the schema files. */
export function createGraphRoutes({
  typePrefix,
  identify,
  authentication,
  recordings,
  maxRecordingBytes,
  uploadIdleMs,
  cors: corsRules,
  gatewaySecrets,
  rateLimit,
  hosts,
  slotLimits,
  publicUrl,
  publicOrigin,
  isOverloaded,
  telemetry,
  accessLog,
  securityHeaders,
  ...graphql
}: GraphRouteOptions) {
  const { log } = graphql;
  const routes = new Hono<{ Variables: AccessLogVariables }>();
  const cors = createCors(corsRules);
  const schema = schemaWithPrefix(typePrefix);
  const subscriptions = createSubscriptions({ limit: slotLimits.maxSubscriptions, telemetry, log });
  const ends = createStreamEnds();
  const yoga = createGraphqlHandler({ ...graphql, schema, subscriptions, ends });
  const slots = createOperationSlots({ limits: slotLimits, rateLimited });
  const open = (identifier: string) => openAccount(identifier, { limit: rateLimit });
  const checkGateway = graphql.trustedDocuments ? createGatewayCheck(gatewaySecrets) : () => false;
  const calls = { server: yoga, identify, checkGateway, slots, subscriptions, openAccount: open, log };
  const sockets = createSubscriptionSockets({
    ...calls,
    limit: slotLimits.maxSubscriptions,
    rules: {
      hosts,
      isAllowedOrigin: createOriginCheck([...corsRules.origins, publicOrigin]),
      isUnavailable: () => subscriptions.isDraining || isOverloaded(),
    },
    telemetry,
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
  // Without GraphiQL, a GET with a preflight header is an operation even if it accepts HTML.
  const isPageRequest = ({ method, headers }: Request) =>
    method === 'GET' && acceptsHtml(headers.get('accept')) && (hasGraphiql || !hasPreflightHeader(headers));
  routes.get('/', async (c) => {
    if (acceptsHtml(c.req.header('accept') ?? null)) return sendLandingPage(c.req.raw);
    c.header('vary', 'Accept');
    return c.redirect('/graphql');
  });
  routes.route('/', createClientFileRoutes({ schema, identify, introspection, hosts }));
  if (hasGraphiql) routes.get(`/${assetsPath}:name`, createAssetRoute(loadBundle));
  const endpoint = createGraphEndpoint({
    handleOperation: createOperationHandler({ ...calls, upload, isOverloaded }),
    page: { isRequested: isPageRequest, send: hasGraphiql ? sendGraphiql : createEndpointPage(facts) },
    accessLog,
    securityHeaders,
    cors,
    hosts,
    rateLimit,
    telemetry,
  });
  return { routes, endpoint, streams: createGraphStreams({ subscriptions, sockets, ends }) };
}

/** Imported on demand, because servers in production never need GraphiQL. */
async function loadBundle() {
  const { openBundle } = await import('./graphiql/bundle/stored-bundle.ts');
  return openBundle();
}
