import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Clients } from '../accounts/clients.ts';
import type { Platform } from '../../tools/platform.ts';
import { executeRequestSchema, restPaths, type ToolsResponse, toolsQuerySchema } from '../../tools/rest-protocol.ts';
import { requireClient } from './bearer.ts';
import { answerFailure, answerThrown, type CallContext, type CallVariables } from './failure.ts';
import { nameCalls } from './execution-id.ts';
import { essenceOf } from './media-type.ts';
import { readJson, readQuery, readRequest } from './read-request.ts';
import { tokenRoute } from './token-route.ts';

export interface PlatformApi {
  platform: Platform;
  clients: Pick<Clients, 'issueToken' | 'clientOf'>;
}

/** A tool's parameters are short texts and numbers; the longest list of ids is far below this. */
const maxBodyBytes = 1024 * 1024;

/**
 * The REST protocol of the platform, for programs with a client of their own. Only a bearer token admits: no cookie
 * does, so that no page of another site can make a browser call.
 */
export function createPlatformRoutes({ platform, clients }: PlatformApi) {
  const routes = new Hono<{ Variables: CallVariables }>();
  routes.route(restPaths.token, tokenRoute({ clients }));
  routes.use('/api/v1/*', nameCalls(), requireClient(clients.clientOf));
  routes.onError((error, c) => answerThrown(c, error));

  routes.post(restPaths.executeTool, limitBody, async (c) => {
    if (essenceOf(c.req.header('content-type')) !== 'application/json') {
      return answerFailure(c, { code: 'BAD_USER_INPUT', message: 'The body must be application/json.', status: 415 });
    }
    const body = readRequest(executeRequestSchema, readJson(await c.req.text()));
    const { tool_name: toolName, params: input, connector: connectionName, identifier } = body;
    Object.assign(c.var.logEntry, { tool: toolName, connection: connectionName, identifier });
    const data = await platform.execute({ connectionName, identifier, toolName, input, signal: c.req.raw.signal });
    return c.json({ data, execution_id: c.get('executionId') });
  });
  routes.get(restPaths.tools, async (c) => {
    const { connector, identifier } = readRequest(toolsQuerySchema, readQuery(c.req.queries()));
    Object.assign(c.var.logEntry, { connection: connector, identifier });
    const tools = await platform.listTools({ connectionName: connector, identifier, signal: c.req.raw.signal });
    const answer: ToolsResponse = {
      tools: tools.map(({ name, description, readOnly, inputSchema }) => ({
        name,
        description,
        read_only: readOnly,
        input_schema: inputSchema,
      })),
      execution_id: c.get('executionId'),
    };
    return c.json(answer);
  });
  routes.all(restPaths.executeTool, (c) => wrongMethod(c, 'POST'));
  routes.all(restPaths.tools, (c) => wrongMethod(c, 'GET'));
  routes.all('/api/v1/*', (c) =>
    answerFailure(c, { code: 'BAD_USER_INPUT', message: `There is nothing at ${c.req.path}.`, status: 404 }),
  );
  return routes;
}

const limitBody = bodyLimit({
  maxSize: maxBodyBytes,
  // The rest of the body is not read: the connection ends with the answer.
  onError: (c: CallContext) =>
    answerFailure(c, {
      code: 'PAYLOAD_TOO_LARGE',
      message: `The body must have at most ${maxBodyBytes} bytes.`,
      headers: { connection: 'close' },
    }),
});

const wrongMethod = (c: CallContext, method: string) =>
  answerFailure(c, {
    code: 'BAD_USER_INPUT',
    message: `${c.req.path} takes ${method}, not ${c.req.method}.`,
    status: 405,
    headers: { allow: method },
  });
