import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
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
  routes.use(requestId());
  routes.get('/', (c) => c.redirect('/graphql'));
  routes.get('/health', (c) => c.json({ status: 'ok' }));
  routes.all('/graphql', (c) => {
    const id = c.get('requestId');
    return yoga.fetch(c.req.raw, { identifier: identify(c.req.raw), requestId: id, log: log.child({ requestId: id }) });
  });
  return routes;
}
