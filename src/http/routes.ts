import { shouldRenderGraphiQL } from 'graphql-yoga';
import { type Context, Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import { refuseForgeries } from './csrf.ts';
import type { GraphqlOptions } from './graphql.ts';
import { createGraphqlHandler } from './graphql.ts';

export interface RouteOptions extends GraphqlOptions {
  log: Logger;
  /** Who asks. */
  identify(request: Request): string;
}

/** Every route of the server. */
export function createRoutes({ identify, log, ...graphql }: RouteOptions) {
  const routes = new Hono();
  const yoga = createGraphqlHandler({ ...graphql, log });
  // The middleware's own header is lost on an answer that a handler made itself.
  routes.use(requestId(), async (c, next) => {
    await next();
    c.header('x-request-id', c.get('requestId'));
  });
  routes.onError((error, c) => {
    const id = c.get('requestId');
    const level = c.req.raw.signal.aborted ? 'debug' : 'error';
    log[level]({ err: error, requestId: id }, 'a request failed unexpectedly');
    return failure(c, { status: 500, message: `Unexpected error. Ask with the request id ${id}.` });
  });
  routes.notFound((c) => failure(c, { status: 404, message: `There is nothing at ${c.req.path}.` }));

  routes.get('/', (c) => c.redirect('/graphql'));
  routes.get('/health', (c) => c.json({ status: 'ok' }));
  routes.on(
    ['GET', 'POST'],
    '/graphql',
    refuseForgeries({ exempt: (request) => !graphql.production && shouldRenderGraphiQL(request) }),
    (c) => {
      const id = c.get('requestId');
      const request = c.req.raw;
      return yoga.fetch(request, {
        identifier: identify(request),
        requestId: id,
        log: log.child({ requestId: id }),
        uploads: new Map(),
      });
    },
  );
  routes.all('/graphql', (c) => {
    c.header('allow', 'GET, POST');
    return failure(c, { status: 405, message: `The graph takes GET and POST, not ${c.req.method}.` });
  });
  return routes;
}

const failure = (c: Context, { status, message }: { status: 404 | 405 | 500; message: string }) =>
  c.json({ errors: [{ message }] }, status);
