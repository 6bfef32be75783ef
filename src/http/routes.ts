import { shouldRenderGraphiQL } from 'graphql-yoga';
import { type Context, Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import { maxBodyBytes } from '../graph/operation-limits.ts';
import { refuseForgeries } from './csrf.ts';
import type { GraphqlOptions } from './graphql.ts';
import { createGraphqlHandler } from './graphql.ts';
import { createMultipartOperation, type MultipartOperation } from './multipart-operation.ts';
import { isMultipart } from './multipart.ts';
import type { Identification } from './identity.ts';
import { type RecordingRoutes, serveRecording } from './recordings.ts';
import { RequestRefusal } from './request-refusal.ts';

export interface RouteOptions extends GraphqlOptions {
  log: Logger;
  recordings: RecordingRoutes;
  /** Larger recordings are refused. */
  maxRecordingBytes: number;
}

/** Every route of the server. */
export function createRoutes({ log, recordings, maxRecordingBytes, ...graphql }: RouteOptions) {
  const routes = new Hono();
  const yoga = createGraphqlHandler({ ...graphql, log });
  // The middleware's own header is lost on an answer that a handler made itself.
  routes.use(requestId(), async (c, next) => {
    await next();
    c.header('x-request-id', c.get('requestId'));
  });
  routes.onError((error, c) => {
    const id = c.get('requestId');
    if (error instanceof RequestRefusal) return refusal(c, error);
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
    async (c) => {
      const id = c.get('requestId');
      const identification = { requestId: id, log: log.child({ requestId: id }) };
      if (!isMultipart(c.req.raw)) return yoga.fetch(c.req.raw, { ...identification, uploads: new Map() });
      const limits = { maxFileBytes: maxRecordingBytes, maxFieldBytes: maxBodyBytes };
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
    c.header('allow', 'GET, POST');
    return failure(c, { status: 405, message: `The graph takes GET and POST, not ${c.req.method}.` });
  });
  routes.get('/recordings/:key', (c) => serveRecording(c, recordings));
  return routes;
}

/** The rest of the request is not read: the connection ends with the answer. */
const refusal = (c: Context, { message, status }: RequestRefusal) =>
  c.json({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }, status, { connection: 'close' });

const failure = (c: Context, { status, message }: { status: 404 | 405 | 500; message: string }) =>
  c.json({ errors: [{ message }] }, status);
