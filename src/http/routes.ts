import { type Context, type Env, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import type { Logger } from 'pino';
import { Readable } from 'node:stream';
import type { ByteRange, RecordingAccess } from '../infrastructure/storage/recording-store.ts';
import type { Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import { restPaths } from '../tools/rest-protocol.ts';
import type { GraphRouteOptions } from './graphql/graph-routes.ts';
import type { ServerBindings } from '../tools/server-bindings.ts';
import { createHealthRoutes, type Readiness } from './health.ts';
import { shedLoad } from './middleware/load-shedding.ts';
import { type AccessLogVariables, createAccessLog, logRequests } from './middleware/access-log.ts';
import { createSecurityHeaders, requireHost, sendHeaders } from './middleware/browser-rules.ts';
import { errorReply, RequestError, requestErrorOf } from './middleware/error-response.ts';
import { createReceiverRoute, type ReceiverOptions } from './webhooks/receiver-route.ts';

interface RouteOptions<PlatformEnv extends Env> {
  log: Logger;
  telemetry: Telemetry;
  production: boolean;
  readiness: Readiness;
  /** Serves `/metrics` to requests with these host names; omitted if `/metrics` has its own port or is disabled. */
  metrics?: { hosts: ReadonlySet<string> } | undefined;
  recordings: RecordingAccess;
  /** Options of the graph; omitted on a server that serves the platform only. */
  graph?:
    | Omit<
        GraphRouteOptions,
        'log' | 'telemetry' | 'production' | 'recordings' | 'isOverloaded' | 'accessLog' | 'securityHeaders'
      >
    | undefined;
  /** Options of the webhook receiver; omitted if the platform is in this process. */
  receiver?: Omit<ReceiverOptions, 'log' | 'telemetry'> | undefined;
  /** Routes of the platform; omitted on a server that serves the graph only. */
  platformRoutes?: Hono<PlatformEnv> | undefined;
  /** Whether the process is overloaded, so that requests are rejected. */
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
  const graphRoutes = graph && (await import('./graphql/graph-routes.ts')).createGraphRoutes({ ...graph, ...shared });
  if (graphRoutes) routes.route('/', graphRoutes.routes);
  else routes.get('/', (c) => c.json({ serves: ['platform'], token: restPaths.token, calls: restPaths.executeTool }));
  if (receiver) routes.route('/', createReceiverRoute({ ...receiver, log, telemetry }));
  if (platformRoutes) routes.route('/', platformRoutes);
  routes.get('/recordings/:key', (c) => serveRecording(c, recordings));
  /**
   * `/graphql` and `/mcp` bypass Hono: their endpoints log, shed load and format errors for their own protocols.
   * @param connection the socket and the response of Node; omitted if the request does not come from a connection
   */
  const fetch = (request: Request, connection?: ServerBindings): Response | Promise<Response> =>
    graphRoutes?.endpoints.get(getPath(request))?.(request, connection) ?? routes.fetch(request, connection ?? {});
  return { fetch, streams: graphRoutes?.streams };
}

export async function serveRecording(c: Context, recordings: RecordingAccess): Promise<Response> {
  const { expires = '', signature = '' } = c.req.query();
  const found = await recordings.findSigned({ key: c.req.param('key') ?? '', expires, signature });
  if (found === 'missing') return c.body(null, 404);
  if (found === 'expired' || found === 'forged') return c.body(null, 403);
  const { key, size, mediaType } = found;
  const range = readRange(c.req.header('range'), size);
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${size}` });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const content = await recordings.open(key, range);
  if (!content) return c.body(null, 404);
  // `unknown` hides that Node and the DOM declare different types for `ReadableStream`, which is one class at run time.
  const body: unknown = Readable.toWeb(content);
  return new Response(body instanceof ReadableStream ? body : null, {
    status: range ? 206 : 200,
    headers: {
      'content-type': mediaType,
      'content-length': String(last - first + 1),
      ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      // Recordings are uploaded by clients: a browser must never show one as a page of this server.
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      // Pages of any site may play a recording from its signed URL.
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}

/** Media players send a single byte range; `bytes=-500` asks for the last 500 bytes. Other headers are ignored. */
function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'unsatisfiable' : { first, last };
}
