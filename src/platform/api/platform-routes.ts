import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Platform } from '../../tools/platform.ts';
import {
  accountVersionHeader,
  honoursKeysHeader,
  idempotencyKeyHeader,
  executeRequestSchema,
  maxBatchCalls,
  restPaths,
  toolsQuerySchema,
  type ToolsResponse,
} from '../../tools/rest-protocol.ts';
import type { Clients } from '../accounts/clients.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { createRateLimit, type SharedCounters } from '../../infrastructure/fairness/rate-limit.ts';
import { batchRoute } from './batch.ts';
import { CallError, type CallVariables, errorResponse } from './call-error.ts';
import { assignExecutionId, countCall, requireClient, traceCalls } from './call-middleware.ts';
import { readBody, readIdempotencyKey, readQuery, readRequest } from './read-request.ts';
import { tokenRoute } from './token-route.ts';

export interface PlatformApi {
  platform: Platform;
  clients: Pick<Clients, 'issueToken' | 'clientOf'>;
  /** The time of the platform, which callers learn from the `Date` header of each response. */
  now: () => Date;
}

interface PlatformRouteOptions extends PlatformApi {
  limits: {
    /** Calls per minute that a client can make for an identifier. */
    callRateLimit: number;
    /** Number of trusted proxies in front of this server. */
    proxyHops: number;
    /** Counters that all platform nodes share; if omitted, this process counts on its own. */
    shared?: SharedCounters | undefined;
    /** Receives the name of each limit that rejects a request. */
    onRejected?: ((name: string) => void) | undefined;
  };
  telemetry: Pick<Telemetry, 'tracer' | 'metrics'>;
  /** Receives a line for each call of a batch; the server logs single calls itself. */
  log: Logger;
}

const reportTime =
  (now: () => Date): MiddlewareHandler =>
  async (c, next) => {
    await next();
    c.header('date', now().toUTCString());
  };

const announceIdempotencyKeys: MiddlewareHandler = async (c, next) => {
  await next();
  c.header(honoursKeysHeader, 'true');
};

/**
 * Creates the routes of the REST protocol. They need bearer tokens, not cookies, so a page of another site cannot make
 * a browser send a valid call.
 */
export function createPlatformRoutes({
  platform,
  clients,
  now,
  limits: { callRateLimit, proxyHops, shared, onRejected },
  telemetry,
  log,
}: PlatformRouteOptions) {
  const createLimit = (name: string, points: number) =>
    createRateLimit({ name, points, windowSeconds: 60, shared, onRejected });
  const callLimit = createLimit('calls', callRateLimit);
  const routes = new Hono<{ Variables: CallVariables }>();
  for (const path of [restPaths.token, '/api/v1/*']) routes.use(path, reportTime(now), announceIdempotencyKeys);
  routes.route(restPaths.token, tokenRoute({ clients, createLimit, proxyHops }));
  routes.use('/api/v1/*', assignExecutionId(), requireClient(clients.clientOf));
  routes.use(restPaths.executeTool, traceCalls(telemetry.tracer));
  routes.onError((error, c) => errorResponse(c, error));

  routes.post(restPaths.executeTool, async (c) => {
    const body = await readBody(c.req, executeRequestSchema);
    const { tool_name: toolName, params: input, connector: connectionName, identifier } = body;
    Object.assign(c.var.logEntry, { tool: toolName, connection: connectionName, identifier });
    await countCall(callLimit, { clientId: c.var.clientId, identifier });
    const { signal } = c.req.raw;
    const idempotencyKey = readIdempotencyKey(c.req.header(idempotencyKeyHeader));
    const onAccountVersion = (version: string) => c.header(accountVersionHeader, version);
    const call = { connectionName, identifier, toolName, input, idempotencyKey, signal, onAccountVersion };
    const data = await platform.execute(call);
    return c.json({ data, execution_id: c.var.executionId });
  });
  routes.route(restPaths.executeTools, batchRoute({ platform, callLimit, telemetry, log }));
  routes.get(restPaths.tools, async (c) => {
    const { connector, identifier } = readRequest(toolsQuerySchema, readQuery(c.req.queries()));
    Object.assign(c.var.logEntry, { connection: connector, identifier });
    await countCall(callLimit, { clientId: c.var.clientId, identifier });
    const tools = await platform.listTools({
      connectionName: connector,
      identifier,
      signal: c.req.raw.signal,
      onAccountVersion: (version) => c.header(accountVersionHeader, version),
    });
    return c.json<ToolsResponse>({
      tools: tools.map(({ name, description, readOnly, inputSchema, outputSchema }) => ({
        name,
        description,
        read_only: readOnly,
        input_schema: inputSchema,
        output_schema: outputSchema,
      })),
      batch: { max_calls: maxBatchCalls },
      execution_id: c.var.executionId,
    });
  });
  routes.get(restPaths.description, async (c) => {
    // Load the description on demand: it is large, and few clients ask for it.
    const { openApiText } = await import('./openapi/openapi.ts');
    return c.body(openApiText(), 200, { 'content-type': 'application/json' });
  });
  routes.all('/api/v1/*', ({ req: { path, method } }) => {
    const allow = {
      [restPaths.executeTool]: 'POST',
      [restPaths.executeTools]: 'POST',
      [restPaths.tools]: 'GET',
    }[path];
    throw allow === undefined
      ? new CallError({ code: 'BAD_USER_INPUT', message: `No such path: ${path}.`, status: 404 })
      : new CallError({
          code: 'BAD_USER_INPUT',
          message: `${path} accepts ${allow}, not ${method}.`,
          status: 405,
          headers: { allow },
        });
  });
  return routes;
}
