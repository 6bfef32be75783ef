import { type Env, Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import type { RecordingAccess } from '../infrastructure/storage/recording-store.ts';
import type { Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import { restPaths } from '../tools/rest-protocol.ts';
import { BodyError } from '../tools/rules/request-body.ts';
import type { GraphRouteOptions } from './graphql/graph-routes.ts';
import type { ServerBindings } from '../tools/server-bindings.ts';
import { createHealthRoutes, type Readiness } from './health.ts';
import { isProcessOverloaded, shedLoad } from './middleware/load-shedding.ts';
import { type AccessLogVariables, logRequests } from './middleware/access-log.ts';
import { allowOrigins } from './middleware/cors.ts';
import { createMetricsRoute } from './metrics-route.ts';
import { createSecurityHeaders, requireHost, sendHeaders } from './middleware/browser-rules.ts';
import { errorResponse, fromBodyError, RequestError } from './middleware/error-response.ts';
import { isMultipart } from './uploads/multipart.ts';
import { serveRecording } from './uploads/recording-route.ts';
import { createReceiverRoute, type ReceiverOptions } from './webhooks/receiver-route.ts';

export interface RouteOptions<PlatformEnv extends Env> {
  log: Logger;
  telemetry: Telemetry;
  production: boolean;
  health: { readiness: Readiness; upstream: string };
  /** Serves `/metrics` to requests with one of these host names; omitted if it has a port of its own, or none. */
  metrics?: { hosts: ReadonlySet<string> } | undefined;
  recordings: RecordingAccess;
  /** Omitted on a server that serves the platform only. */
  graph?: Omit<GraphRouteOptions, 'log' | 'telemetry' | 'production' | 'recordings' | 'isOverloaded'> | undefined;
  /** Receives the events of a remote platform; omitted if the platform is in this process. */
  receiver?: Omit<ReceiverOptions, 'log' | 'telemetry'> | undefined;
  /** The REST protocol of the platform; omitted on a server that serves the graph only. */
  platformRoutes?: Hono<PlatformEnv> | undefined;
  /** Whether to reject new requests; by default, in production while the event loop is overloaded. */
  isOverloaded?: (() => boolean) | undefined;
}

/** Creates all routes of the server, and the subscriptions if it serves the graph. */
export async function createRoutes<PlatformEnv extends Env>({
  log,
  telemetry,
  production,
  health,
  metrics,
  recordings,
  graph,
  receiver,
  platformRoutes,
  isOverloaded = production ? isProcessOverloaded : () => false,
}: RouteOptions<PlatformEnv>) {
  const routes = new Hono<{ Bindings: Partial<ServerBindings>; Variables: AccessLogVariables }>();
  routes.use(requestId(), logRequests(log, telemetry), sendHeaders(await createSecurityHeaders({ production })));
  routes.onError((thrown, c) => {
    const error = thrown instanceof BodyError ? fromBodyError(thrown) : thrown;
    if (error instanceof RequestError) {
      // The rest of an upload is not read, so its connection cannot be reused.
      if (isMultipart(c.req.raw)) c.header('connection', 'close');
      return errorResponse(c, error);
    }
    c.var.logEntry.fault = error;
    const message = `Unexpected error. Quote the request id ${c.var.requestId} when you report it.`;
    return errorResponse(c, { code: 'INTERNAL_SERVER_ERROR', message });
  });
  routes.notFound((c) => errorResponse(c, { code: 'NOT_FOUND', message: `No such path: ${c.req.path}.` }));

  routes.route('/', createHealthRoutes(health));
  if (metrics) {
    routes.use('/metrics', requireHost(metrics.hosts));
    routes.route('/', createMetricsRoute(telemetry));
  }
  // Before load is shed, so that pages of other origins can read when to retry.
  if (graph) routes.use('/graphql', allowOrigins(graph.cors));
  routes.use(shedLoad(isOverloaded));
  const served =
    graph && (await importGraphRoutes())({ ...graph, log, telemetry, production, recordings, isOverloaded });
  if (served) routes.route('/', served.routes);
  else routes.get('/', (c) => c.json({ serves: ['platform'], token: restPaths.token, calls: restPaths.executeTool }));
  if (receiver) routes.route('/', createReceiverRoute({ ...receiver, log, telemetry }));
  if (platformRoutes) routes.route('/', platformRoutes);
  routes.get('/recordings/:key', (c) => serveRecording(c, recordings));
  return { routes, streams: served?.streams };
}

/** Imports the graph on demand, because a server of the platform only needs no part of it. */
const importGraphRoutes = async () => (await import('./graphql/graph-routes.ts')).createGraphRoutes;
