// oxlint-disable-next-line timing/no-sleep -- the logged duration includes a pause
import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../../src/http/listen.ts';
import { type AccessLogVariables, createAccessLog, logRequests } from '../../../src/http/middleware/access-log.ts';
import { createPlatformRoutes } from '../../../src/platform/api/platform-routes.ts';
import { createTelemetry } from '../../../src/infrastructure/telemetry/telemetry.ts';
import type { ExecuteRequest } from '../../../src/tools/platform.ts';
import type { ServerBindings } from '../../../src/tools/server-bindings.ts';
import { createGate, settled } from '../../support/gate.ts';

describe('the response to a batch', () => {
  const calls = ['slow', 'fast', 'fast'].map((name) => ({ tool_name: name, params: {} }));

  /** Serves a platform whose slow calls wait for the gate. */
  async function serve() {
    const gate = createGate();
    const logged: Record<string, unknown>[] = [];
    const log = pino({ base: null, level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const signals: AbortSignal[] = [];
    /** Number of requests whose body has arrived. */
    let arrived = 0;
    /** The identifiers of the calls, in the order of their start. */
    const started: string[] = [];
    const routes = new Hono<{ Bindings: Partial<ServerBindings>; Variables: AccessLogVariables }>();
    routes.use(logRequests(createAccessLog(log, createTelemetry())));
    routes.use(async ({ req }, next) => {
      await req.raw.clone().text();
      arrived += 1;
      await next();
    });
    const platform = {
      execute: async ({ toolName, identifier, signal }: ExecuteRequest) => {
        signals.push(signal);
        started.push(identifier);
        if (toolName === 'slow') await gate.pass();
        signal.throwIfAborted();
        return toolName;
      },
      listTools: async () => [],
    };
    const clients = {
      issueToken: async () => ({ token: 'token', expiresInSeconds: 3600 }),
      clientOf: async () => 'client',
    };
    const limits = { callRateLimit: 1000, proxyHops: 0 };
    routes.route(
      '/',
      createPlatformRoutes({ platform, clients, limits, now: () => new Date(), telemetry: createTelemetry(), log }),
    );
    const requestOf = (some: object[], identifier = 'ada') => ({
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ connector: 'talent', identifier, calls: some }),
    });
    const server = await listen((...exchange) => routes.fetch(...exchange), { host: '127.0.0.1', port: 0 });
    onTestFinished(async () => {
      await server.close();
    });
    return {
      gate,
      logged,
      signals,
      started,
      arrived: () => arrived,
      routes,
      requestOf,
      request: requestOf(calls),
      url: `${server.url}/api/v1/execute_tools`,
      drain: server.drain,
    };
  }
  const indexes = (text = '') =>
    text
      .trim()
      .split('\n')
      .map((line) => Number(JSON.parse(line).index));

  it('has the lines of calls that end together in one chunk, before the line of a call that waits', async () => {
    const { gate, url, request } = await serve();
    const { body } = await fetch(url, request);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();

    expect(indexes((await reader?.read())?.value)).toEqual([1, 2]);
    gate.open();
    expect(indexes((await reader?.read())?.value)).toEqual([0]);
    expect((await reader?.read())?.done).toBe(true);
  });

  it('ends the calls of a client that disconnects in the middle', async () => {
    const { gate, url, request, logged, signals } = await serve();
    const leave = new AbortController();
    const { body } = await fetch(url, { ...request, signal: leave.signal });
    await body?.getReader().read();
    leave.abort();
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]));
    gate.open();
    await vi.waitFor(() => expect(logged).toHaveLength(4));

    expect(logged.map(({ tool, status, level }) => ({ tool, status, level }))).toEqual([
      { tool: 'fast', status: 200, level: 20 },
      { tool: 'fast', status: 200, level: 20 },
      { status: 499, level: 30 },
      { tool: 'slow', status: 499, level: 30 },
    ]);
  });

  it('has the lines of other accounts in between when an account has more calls than can run at once', async () => {
    const { gate, url, requestOf, started, arrived } = await serve();
    const post = (identifier: string, count: number) => fetch(url, requestOf(Array(count).fill(calls[0]), identifier));
    const accounts = ['ada', 'ben', 'cleo', 'dan'];
    const batches = [];
    for (const identifier of accounts) {
      batches.push(post(identifier, 50), post(identifier, 50));
      await gate.whenWaiting(50 * batches.length);
    }
    batches.push(post('ada', 50), post('eve', 2));
    await vi.waitFor(() => expect(arrived()).toBe(10));
    await settled();
    expect(started).toEqual(accounts.flatMap((identifier) => Array(100).fill(identifier)));

    gate.open();
    for (const batch of batches) await (await batch).text();
    expect(started.slice(400, 404).toSorted()).toEqual(['ada', 'ada', 'eve', 'eve']);
    expect(started).toHaveLength(452);
  });

  it('is logged when it has been sent', async () => {
    const { gate, url, request, logged } = await serve();
    const { body } = await fetch(url, request);
    const reader = body?.getReader();
    await reader?.read();
    const requests = () => logged.filter(({ msg }) => msg === 'POST /api/v1/execute_tools');
    const readAt = performance.now();
    await setTimeout(20);
    expect(requests()).toEqual([]);
    const openedAt = performance.now();
    gate.open();
    while (!(await reader?.read())?.done);

    await vi.waitFor(() => expect(requests()).toMatchObject([{ status: 200, calls: 3 }]));
    expect(requests()[0]?.['durationMs']).toBeGreaterThanOrEqual(Math.floor(openedAt - readAt));
  });

  it('closes its connection if the server drains before the first line', async () => {
    const { gate, url, requestOf, drain } = await serve();
    const response = fetch(url, requestOf(Array(2).fill(calls[0])));
    await gate.whenWaiting(2);
    drain();
    gate.open();

    expect((await response).headers.get('connection')).toBe('close');
    expect(indexes(await (await response).text())).toEqual([0, 1]);
  });

  it('is complete for a request without a connection', async () => {
    const { gate, url, request, routes } = await serve();
    gate.open();

    expect(indexes(await (await routes.request(url, request)).text())).toEqual([0, 1, 2]);
  });
});
