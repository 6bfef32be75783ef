import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { readConfig } from '../../../src/app/config/config.ts';
import { openEmbeddedUpstream } from '../../../src/app/embedded-upstream.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import {
  batchContentType,
  type ExecuteRequestBody,
  maxBatchCalls,
  restPaths,
} from '../../../src/tools/rest-protocol.ts';

/**
 * A platform with demo data that answers tool calls from memory, with as little work as possible: each distinct call runs
 * once, all identifiers get its result, and no credentials are checked. Below `/batch` it announces batches of calls.
 * Prints its address.
 */
const config = readConfig({ DATA_DIR: 'memory', LOG_LEVEL: 'silent' });
const database = await openDatabase('memory');
const { platformApi } = await openEmbeddedUpstream({ config, log: pino({ level: 'silent' }), database });
if (!platformApi) throw new Error('The embedded upstream has no platform.');
const { platform } = platformApi;
const account = { identifier: config.developmentIdentifier, signal: new AbortController().signal };

type Call = Pick<ExecuteRequestBody, 'connector' | 'tool_name' | 'params'>;
const payloads = new Map<string, Promise<string>>();

function payloadOf({ connector: connectionName, tool_name: toolName, params: input }: Call): Promise<string> {
  const key = JSON.stringify([toolName, input]);
  const payload =
    payloads.get(key) ??
    platform.execute({ ...account, connectionName, toolName, input }).then((result) => JSON.stringify(result));
  payloads.set(key, payload);
  return payload;
}

const batchPath = '/batch';
const token = JSON.stringify({ access_token: 'recorded', token_type: 'Bearer', expires_in: 86_400 });

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '';
  const hasBatches = url.startsWith(batchPath);
  const path = hasBatches ? url.slice(batchPath.length) : url;
  const body = request.method === 'POST' ? await text(request) : '';
  if (path === restPaths.executeTool) return send(response, await execute(JSON.parse(body)));
  if (path === restPaths.token) return send(response, token);
  if (path.startsWith(restPaths.tools)) return send(response, await listTools(path, hasBatches));
  if (hasBatches && path === restPaths.executeTools) {
    return send(response, await executeBatch(JSON.parse(body)), batchContentType);
  }
  response.writeHead(404).end();
}

function send(response: ServerResponse, body: string, type = 'application/json'): void {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

async function execute(call: Call): Promise<string> {
  return `{"data":${await payloadOf(call)},"execution_id":"recorded"}`;
}

async function executeBatch({ connector, calls }: { connector: string; calls: Omit<Call, 'connector'>[] }) {
  const results = await Promise.all(calls.map((call) => payloadOf({ connector, ...call })));
  const line = (payload: string, index: number) =>
    `{"index":${index},"status":200,"data":${payload},"execution_id":"recorded"}\n`;
  return results.map(line).join('');
}

async function listTools(path: string, hasBatches: boolean): Promise<string> {
  const connectionName = new URL(path, 'http://recorded.test').searchParams.get('connector') ?? '';
  const tools = await platform.listTools({ ...account, connectionName });
  return JSON.stringify({
    tools: tools.map(({ name, description, readOnly, inputSchema }) => ({
      name,
      description,
      read_only: readOnly,
      input_schema: inputSchema,
    })),
    ...(hasBatches && { batch: { max_calls: maxBatchCalls } }),
    execution_id: 'recorded',
  });
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`);
});
