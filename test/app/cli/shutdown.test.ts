import { Agent, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createShutdown } from '../../../src/app/cli/serve/shutdown.ts';
import { createHealthRoutes, createReadiness } from '../../../src/http/health.ts';
import { listen } from '../../../src/http/listen.ts';
import { createGate } from '../../support/gate.ts';

/** A server that a test can stop, with a gate for the drain delay and one for requests to `/slow`. */
async function startServer({ drainDelayMs }: { drainDelayMs: number }) {
  const log = pino({ level: 'silent' });
  const readiness = createReadiness({ check: async () => {}, log });
  const routes = createHealthRoutes({ readiness, upstream: 'database' });
  const slow = createGate();
  routes.get('/slow', async (c) => {
    await slow.pass();
    return c.json({ status: 'slow' });
  });
  const listener = await listen(routes.fetch, { host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const delays: number[] = [];
  const exits: number[] = [];
  const delayed = createGate();
  let isClosed = false;
  const shutDown = createShutdown({
    app: {
      drain: readiness.drain,
      endStreams: async () => {},
      async close() {
        isClosed = true;
      },
    },
    listener,
    log,
    drainDelayMs,
    async delay(ms) {
      delays.push(ms);
      await delayed.pass();
    },
    exit: (code) => void exits.push(code),
  });
  async function ask(path: string) {
    const [response] = await once(httpRequest(listener.url + path, { agent }).end(), 'response');
    return { status: response.statusCode, connection: response.headers.connection, body: await json(response) };
  }
  return { shutDown, ask, delays, delayed, slow, exits, isClosed: () => isClosed };
}

const live = { status: 200, body: { status: 'ok' } };
const refused = { code: 'ECONNREFUSED' };

describe('the shutdown', () => {
  it('serves requests during the drain delay, then closes the port', async () => {
    const server = await startServer({ drainDelayMs: 7000 });
    expect(await server.ask('/health/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });

    const stopped = server.shutDown('SIGTERM');
    const draining = { status: 503, connection: 'close', body: { status: 'draining' } };
    expect(await server.ask('/health/ready')).toEqual(draining);
    expect(await server.ask('/health/live')).toEqual({ ...live, connection: 'close' });
    expect(await server.ask('/health/live')).toEqual({ ...live, connection: 'close' });
    expect({ delays: server.delays, isClosed: server.isClosed() }).toEqual({ delays: [7000], isClosed: false });

    server.delayed.open();
    await stopped;
    await expect(server.ask('/health/live')).rejects.toMatchObject(refused);
    expect({ exits: server.exits, isClosed: server.isClosed() }).toEqual({ exits: [], isClosed: true });
  });

  it('finishes requests that arrived during the drain delay', async () => {
    const server = await startServer({ drainDelayMs: 1 });
    const stopped = server.shutDown('SIGTERM');
    const answered = server.ask('/slow');
    await server.slow.whenWaiting(1);
    server.delayed.open();
    server.slow.open();
    expect(await answered).toEqual({ status: 200, connection: 'close', body: { status: 'slow' } });
    await stopped;
    expect(server.exits).toEqual([]);
  });

  it('exits with 1 at a second signal during the drain delay', async () => {
    const server = await startServer({ drainDelayMs: 60_000 });
    const stopped = server.shutDown('SIGTERM');
    await server.shutDown('SIGINT');
    expect(server.exits).toEqual([1]);
    server.delayed.open();
    await stopped;
  });

  it('closes the port at once without a drain delay', async () => {
    const server = await startServer({ drainDelayMs: 0 });
    await server.shutDown('SIGINT');
    await expect(server.ask('/health/live')).rejects.toMatchObject(refused);
    expect(server.delays).toEqual([]);
  });
});
