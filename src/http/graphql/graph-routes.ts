import { shouldRenderGraphiQL } from 'graphql-yoga';
import { Hono } from 'hono';
import { maxBodyBytes } from '../../graph/cost/operation-limits.ts';
import { allowOrigins } from '../middleware/cors.ts';
import { refuseForgeries } from '../middleware/csrf.ts';
import type { GraphqlOptions } from './graphql.ts';
import { createGraphqlHandler } from './graphql.ts';
import { createMultipartOperation, type MultipartOperation } from '../uploads/multipart-operation.ts';
import { requireHost } from '../middleware/host-rule.ts';
import { isMultipart, type UploadStore } from '../uploads/multipart.ts';
import type { Identification } from '../identity/identity.ts';
import { refuse } from '../middleware/refuse.ts';
import type { AccessLogVariables } from '../middleware/access-log-entry.ts';

export interface GraphRouteOptions extends GraphqlOptions {
  recordings: UploadStore;
  /** Larger recordings are refused. */
  maxRecordingBytes: number;
  /** How long nothing of an upload may arrive, in milliseconds; 30 seconds by default. */
  uploadIdleMs?: number | undefined;
  /** Whose pages may ask the graph. */
  corsOrigins: readonly string[];
  /** The only host names that requests may be sent to; every one when not given. */
  hosts?: ReadonlySet<string> | undefined;
}

/** The graph at /graphql. */
export function createGraphRoutes({
  recordings,
  maxRecordingBytes,
  uploadIdleMs,
  corsOrigins,
  hosts,
  ...graphql
}: GraphRouteOptions) {
  const routes = new Hono<{ Variables: AccessLogVariables }>();
  const yoga = createGraphqlHandler(graphql);
  routes.get('/', (c) => c.redirect('/graphql'));
  if (hosts) routes.use('/graphql', requireHost(hosts));
  routes.use('/graphql', allowOrigins(corsOrigins));
  routes.on(
    ['GET', 'POST'],
    '/graphql',
    refuseForgeries({ exempt: (request) => !graphql.production && shouldRenderGraphiQL(request) }),
    async (c) => {
      const id = c.get('requestId');
      const identification = { requestId: id, log: graphql.log.child({ requestId: id }), logEntry: c.get('logEntry') };
      if (!isMultipart(c.req.raw)) return yoga.fetch(c.req.raw, { ...identification, uploads: new Map() });
      const limits = { maxFileBytes: maxRecordingBytes, maxFieldBytes: maxBodyBytes, idleMs: uploadIdleMs };
      const operation = createMultipartOperation(c.req.raw, { store: recordings, ...limits });
      return answerMultipart(operation, identification);
    },
  );

  async function answerMultipart(operation: MultipartOperation, identification: Identification): Promise<Response> {
    const { request, uploads } = operation;
    let isRead = false;
    let failure: { error: unknown } | undefined;
    const readOperation = async () => {
      try {
        return await operation.read();
      } catch (error) {
        failure = { error };
        return new Response();
      } finally {
        isRead = true;
      }
    };
    try {
      const response = await yoga.fetch(request, { ...identification, uploads, readOperation });
      if (failure) throw failure.error;
      if (!isRead) response.headers.set('connection', 'close');
      return response;
    } finally {
      await operation.release();
    }
  }

  routes.all('/graphql', (c) => {
    const message = `The graph takes GET and POST, not ${c.req.method}.`;
    return refuse(c, { code: 'METHOD_NOT_ALLOWED', message, headers: { allow: 'GET, POST' } });
  });
  return routes;
}
