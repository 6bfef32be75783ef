import { Hono } from 'hono';
import type { GraphQLSchema } from 'graphql';
import { clientFiles } from '../../graph/client-files.ts';
import { createTextHandler } from '../text-handler.ts';
import type { Identify } from '../identity/identity.ts';
import type { AccessLogVariables } from '../middleware/access-log.ts';
import { requireHost } from '../middleware/browser-rules.ts';
import { RequestError } from '../middleware/error-response.ts';

export interface ClientFileRouteOptions {
  schema: GraphQLSchema;
  identify: Identify;
  introspection: boolean;
  hosts?: ReadonlySet<string> | undefined;
}

/** Schema files require the same token as introspection, and are not found where introspection is disabled. */
export function createClientFileRoutes({ schema, identify, introspection, hosts }: ClientFileRouteOptions) {
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
