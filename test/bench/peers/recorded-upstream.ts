import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { batchContentType, maxBatchCalls, restPaths } from '../../../src/tools/rest-protocol.ts';
import { openRecording } from './recording.ts';

/**
 * A platform that answers tool calls from memory, with as little work as possible: it checks no credentials. Below
 * `/batch` it announces batches of calls, elsewhere it does not have them. An OpenAPI description offers the talent tools
 * that read as resources. `/counts` returns the number of requests and of tool calls so far. Prints its address.
 */
const recording = await openRecording();

const batchPath = '/batch';
const countsPath = '/counts';
const token = JSON.stringify({ access_token: 'recorded', token_type: 'Bearer', expires_in: 86_400 });

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '';
  const hasBatches = url.startsWith(batchPath);
  const path = hasBatches ? url.slice(batchPath.length) : url;
  const body = request.method === 'POST' ? await text(request) : '';
  if (path === countsPath) return send(response, JSON.stringify(counts));
  if (path === restPaths.executeTool) return send(response, await execute(JSON.parse(body)));
  if (path === restPaths.token) return send(response, token);
  if (path.startsWith(restPaths.tools)) return send(response, await listTools(path, hasBatches));
  if (hasBatches && path === restPaths.executeTools) {
    return send(response, await executeBatch(JSON.parse(body)), batchContentType);
  }
  response.writeHead(404).end();
}

const counts = { requests: 0, calls: 0 };

function count(calls: number): void {
  counts.requests += 1;
  counts.calls += calls;
}

function send(response: ServerResponse, body: string, type = 'application/json'): void {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

type Call = Parameters<typeof recording.payloadOf>[0];

async function execute(call: Call): Promise<string> {
  count(1);
  return `{"data":${await recording.payloadOf(call)},"execution_id":"recorded"}`;
}

async function executeBatch({ connector, calls }: { connector: string; calls: Omit<Call, 'connector'>[] }) {
  count(calls.length);
  const payloads = await Promise.all(calls.map((call) => recording.payloadOf({ connector, ...call })));
  const line = (payload: string, index: number) =>
    `{"index":${index},"status":200,"data":${payload},"execution_id":"recorded"}\n`;
  return payloads.map(line).join('');
}

async function listTools(path: string, hasBatches: boolean): Promise<string> {
  const connection = new URL(path, 'http://recorded.test').searchParams.get('connector') ?? '';
  const tools = await recording.toolsOf(connection);
  return JSON.stringify({
    tools,
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
