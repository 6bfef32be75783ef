import { type Env, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import type { Logger } from 'pino';
import type { RecordingAccess } from '../infrastructure/storage/recording-store.ts';
import type { Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import { restPaths } from '../tools/rest-protocol.ts';
import type { GraphRouteOptions } from './graphql/graph-routes.ts';
import type { ServerBindings } from '../tools/server-bindings.ts';
import { createHealthRoutes, type Readiness } from './health.ts';
import { shedLoad } from './middleware/load-shedding.ts';
import { type AccessLogVariables, createAccessLog, logRequests } from './middleware/access-log.ts';
import { createSecurityHeaders, requireHost, sendHeaders } from './middleware/browser-rules.ts';
import { errorReply, RequestError, requestErrorOf } from './middleware/error-response.ts';
import { serveRecording } from './uploads/recording-route.ts';
import { createReceiverRoute, type ReceiverOptions } from './webhooks/receiver-route.ts';

interface RouteOptions<PlatformEnv extends Env> {
  log: Logger;
  telemetry: Telemetry;
  production: boolean;
  readiness: Readiness;
  /** Serves `/metrics` to requests with one of these host names; omitted if it has a port of its own, or none. */
  metrics?: { hosts: ReadonlySet<string> } | undefined;
  recordings: RecordingAccess;
  /** Omitted on a server that serves the platform only. */
  graph?:
    | Omit<
        GraphRouteOptions,
        'log' | 'telemetry' | 'production' | 'recordings' | 'isOverloaded' | 'accessLog' | 'securityHeaders'
      >
    | undefined;
  /** Omitted if the platform is in this process. */
  receiver?: Omit<ReceiverOptions, 'log' | 'telemetry'> | undefined;
  /** Omitted on a server that serves the graph only. */
  platformRoutes?: Hono<PlatformEnv> | undefined;
  /** Requests are rejected while it returns true. */
  isOverloaded: () => boolean;
}

export function createMetricsRoute({ scrape }: Pick<Telemetry, 'scrape'>) {
  return new Hono().get('/metrics', async (c) => {
    const { contentType, text } = await scrape();
    return c.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' });
  });
}

export async function createRoutes<PlatformEnv extends Env>({
  log,
  telemetry,
  production,
  readiness,
  metrics,
  recordings,
  graph,
  receiver,
  platformRoutes,
  isOverloaded,
}: RouteOptions<PlatformEnv>) {
  const routes = new Hono<{ Bindings: Partial<ServerBindings>; Variables: AccessLogVariables }>();
  const accessLog = createAccessLog(log, telemetry);
  const securityHeaders = await createSecurityHeaders({ production });
  routes.use(logRequests(accessLog), async (c, next) => {
    sendHeaders(securityHeaders, c.var.requestId, c.env);
    await next();
  });
  routes.onError((thrown, c) => {
    const { text, status, headers } = errorReply(requestErrorOf(thrown, c.var), {
      request: c.req.raw,
      logEntry: c.var.logEntry,
    });
    return c.body(text, status, headers);
  });
  routes.notFound((c) => {
    throw new RequestError({ code: 'NOT_FOUND', message: `No such path: ${c.req.path}.` });
  });

  routes.route('/', createHealthRoutes(readiness));
  if (metrics) {
    routes.use('/metrics', requireHost(metrics.hosts));
    routes.route('/', createMetricsRoute(telemetry));
  }
  routes.use(shedLoad(isOverloaded));
  const shared = { log, telemetry, production, recordings, isOverloaded, accessLog, securityHeaders };
  // A server without the graph must not load it.
  const served = graph && (await import('./graphql/graph-routes.ts')).createGraphRoutes({ ...graph, ...shared });
  if (served) routes.route('/', served.routes);
  else routes.get('/', (c) => c.json({ serves: ['platform'], token: restPaths.token, calls: restPaths.executeTool }));
  if (receiver) routes.route('/', createReceiverRoute({ ...receiver, log, telemetry }));
  if (platformRoutes) routes.route('/', platformRoutes);
  routes.get('/recordings/:key', (c) => serveRecording(c, recordings));
  /** @param connection the socket and the response of Node; omitted if the request does not come from a connection */
  const fetch = (request: Request, connection?: ServerBindings): Response | Promise<Response> =>
    served?.endpoints.get(getPath(request))?.(request, connection) ?? routes.fetch(request, connection ?? {});
  return { fetch, streams: served?.streams };
}
