import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { beginRequest, waitForClosedPort } from '../../support/process/slow-request.ts';
import { freePort } from '../../support/network/free-port.ts';
import {
  cleanUp,
  logLines,
  makeFolder,
  type Program,
  spawnProgram,
  startProgram,
} from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** Starts a graph node whose platform is not running, because a platform starts more slowly. */
const startGraph = async (environment: Record<string, string> = {}) =>
  startProgram({
    DATA_DIR: await makeFolder(),
    PLATFORM_URL: `http://127.0.0.1:${await freePort()}`,
    PLATFORM_CLIENT_ID: 'client_1',
    PLATFORM_CLIENT_SECRET: 'tcg_client_0123456789abcdef',
    ...environment,
  });

/** Log entries about an exit with unfinished requests. */
const earlyExits = (program: Program) =>
  logLines(program)
    .filter(({ msg }) => msg === 'exiting with unfinished requests')
    .map(({ level, reason }) => ({ level, reason }));

/** A PostgreSQL server that always reports too many connections, so that a start keeps waiting. */
async function startFullServer() {
  const refused = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const fields = 'SFATAL\0C53300\0Mtoo many connections\0\0';
      const head = Buffer.from('E\0\0\0\0');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, Buffer.from(fields)]));
      refused.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `postgres://user@127.0.0.1:${port}/graph`, whenRefused: () => refused.promise };
}

describe('a program that receives SIGTERM', { timeout: timeLimit(240) }, () => {
  afterEach(cleanUp);

  it('does not wait for idle connections, and closes WebSockets so that clients reconnect elsewhere', async () => {
    const program = await startGraph();
    const { hostname, port } = new URL(program.url);
    const idle = connect(Number(port), hostname);
    const half = connect(Number(port), hostname);
    await Promise.all([once(idle, 'connect'), once(half, 'connect')]);
    half.write('POST /graphql HTTP/1.1\r\nhost: localhost');
    idle.on('error', () => {});
    half.on('error', () => {});
    const socket = new WebSocket(program.url.replace('http', 'ws'), 'graphql-transport-ws');
    await once(socket, 'open');
    const acknowledged = once(socket, 'message');
    socket.send('{"type":"connection_init"}');
    expect(String(await acknowledged)).toContain('connection_ack');
    const closed = once(socket, 'close');

    expect(await program.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect((await closed)[0]).toBe(1012);
    expect(earlyExits(program)).toEqual([]);
  });

  it('exits with 1 at a second signal', async () => {
    const program = await startGraph();
    const request = await beginRequest(program.url);
    request.on('error', () => {});
    const ended = program.end('SIGTERM');
    await waitForClosedPort(program);
    process.kill(program.pid, 'SIGTERM');
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(earlyExits(program)).toEqual([{ level: 50, reason: 'received a second signal: SIGTERM' }]);
  });

  it('exits at once while it starts', async () => {
    const server = await startFullServer();
    const child = spawnProgram({ DATA_DIR: await makeFolder(), DATABASE_URL: server.url });
    await server.whenRefused();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
  });

  it('serves requests during the drain delay; a second signal ends it', async () => {
    const program = await startProgram({ DATA_DIR: 'memory', DRAIN_DELAY_MS: '600000' });
    const ended = program.end('SIGTERM');
    const readiness = program.url.replace('/graphql', '/health/ready');
    await expect
      .poll(async () => (await fetch(readiness)).json(), { timeout: timeLimit(60) })
      .toEqual({ status: 'draining' });
    const { data, toolCalls } = await program.ask('{ lists { name } }');
    expect(data).toEqual({ lists: [] });
    expect(toolCalls).toEqual([{ tool: 'lists_list', keys: 1 }]);
    process.kill(program.pid, 'SIGTERM');
    expect(await ended).toEqual({ code: 1, signal: null });
  });

  it('exits with 1 when a request exceeds the operation timeout', async () => {
    // oxlint-disable-next-line timing/no-literal-limit -- the test exceeds these limits
    const program = await startGraph({ TOOL_TIMEOUT_MS: '100', OPERATION_TIMEOUT_MS: '200' });
    const request = await beginRequest(program.url);
    request.on('error', () => {});
    expect(await program.end('SIGTERM')).toEqual({ code: 1, signal: null });
    expect(earlyExits(program)).toEqual([{ level: 50, reason: 'in-flight requests exceeded the operation timeout' }]);
  });
});
