import { type Env, Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import { restPaths } from '../tools/rest-protocol.ts';
import { createGraphRoutes, type GraphRouteOptions } from './graphql/graph-routes.ts';
import { logRequests } from './middleware/request-log.ts';
import type { AccessLogVariables } from './middleware/access-log-entry.ts';
import { createHealthRoutes, type Readiness } from './health.ts';
import { type RecordingRoutes, serveRecording } from './uploads/recording-route.ts';
import { refuse } from './middleware/refuse.ts';
import { RequestError } from './middleware/request-error.ts';
import { securityHeaders } from './middleware/security-headers.ts';

export interface RouteOptions<PlatformEnv extends Env> {
  log: Logger;
  production: boolean;
  health: { readiness: Readiness; upstream: string };
  recordings: RecordingRoutes;
  /** Served when given. */
  graph?: Omit<GraphRouteOptions, 'log' | 'production' | 'recordings'> | undefined;
  /** The REST protocol of the platform; served when given. */
  platformRoutes?: Hono<PlatformEnv> | undefined;
}

/** Every route of the server. */
export function createRoutes<PlatformEnv extends Env>({
  log,
  production,
  health,
  recordings,
  graph,
  platformRoutes,
}: RouteOptions<PlatformEnv>) {
  const routes = new Hono<{ Variables: AccessLogVariables }>();
  // The middleware's own header is lost on an answer that a handler made itself.
  routes.use(requestId(), logRequests(log), async (c, next) => {
    await next();
    c.header('x-request-id', c.get('requestId'));
  });
  routes.use(securityHeaders({ production }));
  routes.onError((error, c) => {
    const id = c.get('requestId');
    // The rest of the request is not read: the connection ends with the answer.
    if (error instanceof RequestError)
      return refuse(c, { code: error.code, message: error.message, headers: { connection: 'close' } });
    c.var.logEntry.fault = error;
    return refuse(c, { code: 'INTERNAL_SERVER_ERROR', message: `Unexpected error. Ask with the request id ${id}.` });
  });
  routes.notFound((c) => refuse(c, { code: 'NOT_FOUND', message: `There is nothing at ${c.req.path}.` }));

  routes.route('/', createHealthRoutes(health));
  if (graph) routes.route('/', createGraphRoutes({ ...graph, log, production, recordings }));
  else routes.get('/', (c) => c.json({ serves: ['platform'], token: restPaths.token, calls: restPaths.executeTool }));
  if (platformRoutes) routes.route('/', platformRoutes);
  routes.get('/recordings/:key', (c) => serveRecording(c, recordings));
  return routes;
}
