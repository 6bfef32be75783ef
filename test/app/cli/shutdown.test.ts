import { Agent } from 'node:http';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createShutdown } from '../../../src/app/cli/serve/serve.ts';
import { createHealthRoutes, createReadiness } from '../../../src/http/health.ts';
import { listen } from '../../../src/http/listen.ts';
import { createGate } from '../../support/gate.ts';
import { sendRaw } from '../../support/network/raw-request.ts';

/** A server that a test can stop, with a gate for requests to `/slow`. */
async function startServer({ drainDelayMs }: { drainDelayMs: number }) {
  const log = pino({ level: 'silent' });
  const readiness = createReadiness({ parts: {}, isOverloaded: () => false, log });
  const routes = createHealthRoutes(readiness);
  const slow = createGate();
  routes.get('/slow', async (c) => {
    await slow.pass();
    return c.json({ status: 'slow' });
  });
  const listener = await listen(routes.fetch, { host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
  });
  async function ask(path: string) {
    const { status, headers, text } = await sendRaw(listener.url + path, { agent });
    return { status, connection: headers.connection, body: JSON.parse(text) };
  }
  return { shutDown, ask, slow, isClosed: () => isClosed };
}

const live = { status: 200, body: { status: 'ok' } };
const refused = { code: 'ECONNREFUSED' };
const { exit } = process;

describe('the shutdown', () => {
  let exits: unknown[];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    exits = [];
    // The process of the tests must not exit.
    Reflect.set(process, 'exit', (code: unknown) => exits.push(code));
  });
  afterEach(() => {
    vi.useRealTimers();
    process.exit = exit;
  });

  it('serves requests during the drain delay, then closes the port', async () => {
    const server = await startServer({ drainDelayMs: 7000 });
    expect(await server.ask('/health/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });

    const stopped = server.shutDown('SIGTERM');
    const draining = { status: 503, connection: 'close', body: { status: 'draining' } };
    expect(await server.ask('/health/ready')).toEqual(draining);
    expect(await server.ask('/health/live')).toEqual({ ...live, connection: 'close' });
    expect(await server.ask('/health/live')).toEqual({ ...live, connection: 'close' });
    await vi.advanceTimersByTimeAsync(6999);
    expect((await server.ask('/health/live')).status).toBe(200);
    expect(server.isClosed()).toBe(false);

    await vi.advanceTimersByTimeAsync(1);
    await stopped;
    await expect(server.ask('/health/live')).rejects.toMatchObject(refused);
    expect({ exits, isClosed: server.isClosed() }).toEqual({ exits: [], isClosed: true });
  });

  it('finishes requests that arrived during the drain delay', async () => {
    const server = await startServer({ drainDelayMs: 60_000 });
    const stopped = server.shutDown('SIGTERM');
    const answered = server.ask('/slow');
    await server.slow.whenWaiting(1);
    await vi.advanceTimersByTimeAsync(60_000);
    server.slow.open();
    expect(await answered).toEqual({ status: 200, connection: 'close', body: { status: 'slow' } });
    await stopped;
    expect(exits).toEqual([]);
  });

  it('exits with 1 at a second signal during the drain delay', async () => {
    const server = await startServer({ drainDelayMs: 60_000 });
    const stopped = server.shutDown('SIGTERM');
    await server.shutDown('SIGINT');
    expect(exits).toEqual([1]);
    await vi.advanceTimersByTimeAsync(60_000);
    await stopped;
  });

  it('closes the port at once without a drain delay', async () => {
    const server = await startServer({ drainDelayMs: 0 });
    await server.shutDown('SIGINT');
    await expect(server.ask('/health/live')).rejects.toMatchObject(refused);
  });
});
