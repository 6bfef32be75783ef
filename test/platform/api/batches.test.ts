import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen } from '../../../src/http/listen.ts';
import { type AccessLogVariables, createAccessLog, logRequests } from '../../../src/http/middleware/access-log.ts';
import { createPlatformRoutes } from '../../../src/platform/api/platform-routes.ts';
import { createTelemetry } from '../../../src/infrastructure/telemetry/telemetry.ts';
import type { ServerBindings } from '../../../src/tools/server-bindings.ts';
import { createGate } from '../../support/gate.ts';
import { type PlatformLab, startPlatformLab, uuidPattern } from './platform-lab.ts';

const listLists = { tool_name: 'talent_lists_list', params: {} };
const missingList = { tool_name: 'talent_lists_get', params: { id: 'lst_none' } };

describe('a batch of calls', () => {
  let lab: PlatformLab;
  let authorization: string;
  let aheadMs = 0;

  beforeAll(async () => {
    lab = await startPlatformLab({ CALL_RATE_LIMIT: '5' });
    authorization = `Bearer ${await lab.token()}`;
  });
  beforeEach(() => {
    // Every test has a rate limit window of its own.
    aheadMs += 60_000;
    vi.useFakeTimers({ now: Date.now() + aheadMs, toFake: ['Date'] });
    lab.forget();
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => lab.close());

  const post = (calls: unknown, changes: object = {}, init: RequestInit = {}) =>
    fetch(`${lab.origin}/api/v1/execute_tools`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ connector: 'talent', identifier: 'ada', calls, ...changes }),
      ...init,
    });
  async function linesOf(response: Response) {
    const lines = (await response.text()).trim().split('\n');
    return lines.map((line) => JSON.parse(line)).toSorted((one, other) => one.index - other.index);
  }
  const executionId = expect.stringMatching(uuidPattern);
  const callsLogged = () => lab.logged.filter(({ msg }) => msg === 'execute_tool in a batch');

  it('returns one line per call with its own status, error and execution id, and logs each call', async () => {
    const response = await post([listLists, missingList, { tool_name: 'talent_erase', params: {} }]);
    const lines = await linesOf(response);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(lines).toEqual([
      { index: 0, status: 200, data: { items: [] }, execution_id: executionId },
      {
        index: 1,
        status: 404,
        error: { code: 'NOT_FOUND', message: 'There is no list with the id "lst_none".' },
        execution_id: executionId,
      },
      {
        index: 2,
        status: 400,
        error: { code: 'BAD_USER_INPUT', message: 'There is no tool named "talent_erase".' },
        execution_id: executionId,
      },
    ]);
    const batch = lab.logged.find(({ msg }) => msg === 'POST /api/v1/execute_tools');
    const common = {
      msg: 'execute_tool in a batch',
      requestId: batch?.['requestId'],
      clientId: lab.client.clientId,
      identifier: 'ada',
      connection: 'talent',
      durationMs: expect.any(Number),
    };
    const toSorted = callsLogged().toSorted((one, other) => Number(one['status']) - Number(other['status']));
    const failed = { ...common, level: 30 };
    expect(batch).toMatchObject({ level: 30, identifier: 'ada', connection: 'talent', calls: 3 });
    expect(toSorted).toEqual([
      { ...common, level: 20, executionId: lines[0].execution_id, tool: 'talent_lists_list', status: 200 },
      { ...failed, executionId: lines[2].execution_id, tool: 'talent_erase', status: 400, code: 'BAD_USER_INPUT' },
      { ...failed, executionId: lines[1].execution_id, tool: 'talent_lists_get', status: 404, code: 'NOT_FOUND' },
    ]);
  });

  it('runs no tool that changes data', async () => {
    const [line] = await linesOf(await post([{ tool_name: 'talent_lists_create', params: { name: 'Called' } }]));

    expect(line).toMatchObject({
      status: 400,
      error: {
        code: 'BAD_USER_INPUT',
        message:
          'talent_lists_create changes data, and a batch accepts only read tools. Call it with /api/v1/execute_tool.',
      },
    });
    expect(await lab.lists()).toEqual([]);
  });

  it('counts each call towards CALL_RATE_LIMIT, and rejects only those beyond it', async () => {
    const lines = await linesOf(await post(Array.from({ length: 7 }, () => listLists)));

    expect(lines.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(lines[6].error).toEqual({
      code: 'RATE_LIMITED',
      message: 'The client may make 5 calls per minute on behalf of one identifier (CALL_RATE_LIMIT).',
      retry_after_ms: 60_000,
    });
    expect(callsLogged().filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(2);
  });

  it('masks an unexpected error of one call, and logs it with its execution id', async () => {
    await lab.db.schema.alterTable('talent_lists').renameTo('hidden_lists').execute();
    const lines = await linesOf(await post([listLists, { tool_name: 'talent_erase', params: {} }]));
    await lab.db.schema.alterTable('hidden_lists').renameTo('talent_lists').execute();

    const [{ error, execution_id: id }, other] = lines;
    expect(error).toEqual({
      code: 'UPSTREAM_ERROR',
      message: `Unexpected error. Quote the execution id ${id} when you report it.`,
    });
    expect(other.status).toBe(400);
    expect(callsLogged()).toContainEqual(
      expect.objectContaining({
        level: 50,
        executionId: id,
        err: expect.objectContaining({ message: expect.stringContaining('relation "talent_lists" does not exist') }),
      }),
    );
  });

  it.each<[string, unknown, object, string]>([
    ['no calls', [], {}, 'calls must be at least 1 items long'],
    ['101 calls', Array.from({ length: 101 }, () => listLists), {}, 'calls must be at most 100 items long'],
    ['a call without a tool', [{ params: {} }], {}, 'calls.0.tool_name is required'],
    ['an identifier per call', [{ ...listLists, identifier: 'ben' }], {}, 'calls.0.identifier is not known'],
    ['no identifier', [listLists], { identifier: undefined }, 'identifier is required'],
  ])('is rejected as a whole with %s', async (_what, calls, changes, message) => {
    const response = await post(calls, changes);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_USER_INPUT', message } });
    expect(callsLogged()).toEqual([]);
  });

  it('is rejected as a whole without a token, with another method or media type', async () => {
    const headers = { authorization };
    const statuses = await Promise.all([
      post([listLists], {}, { headers: { 'content-type': 'application/json' } }),
      post([listLists], {}, { headers: { ...headers, 'content-type': 'text/plain' } }),
      fetch(`${lab.origin}/api/v1/execute_tools`, { headers }),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([401, 415, 405]);
    expect(statuses[2]?.headers.get('allow')).toBe('POST');
    expect(callsLogged()).toEqual([]);
  });

  it('is announced in the list of tools', async () => {
    const response = await fetch(`${lab.origin}/api/v1/tools?connector=talent&identifier=ada`, {
      headers: { authorization },
    });

    expect(await response.json()).toMatchObject({ batch: { max_calls: 100 } });
  });
});

describe('the response to a batch', () => {
  const calls = ['slow', 'fast', 'fast'].map((name) => ({ tool_name: name, params: {} }));

  /** Serves a platform whose slow calls wait for the gate. */
  async function serve() {
    const gate = createGate();
    const logged: Record<string, unknown>[] = [];
    const log = pino({ base: null, level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const signals: AbortSignal[] = [];
    let arrived = 0;
    /** The identifiers of the calls, in the order of their start. */
    const started: string[] = [];
    const routes = new Hono<{ Bindings: Partial<ServerBindings>; Variables: AccessLogVariables }>();
    routes.use(logRequests(createAccessLog(log, createTelemetry())));
    const platform = {
      execute: async ({
        toolName,
        identifier,
        signal,
      }: {
        toolName: string;
        identifier: string;
        signal: AbortSignal;
      }) => {
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
      clientOf: async () => {
        arrived += 1;
        return 'client';
      },
    };
    const limits = { callRateLimit: 1000, proxyHops: 0 };
    routes.route(
      '/',
      createPlatformRoutes({ platform, clients, limits, now: () => new Date(), telemetry: createTelemetry(), log }),
    );
    const request = {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ connector: 'talent', identifier: 'ada', calls }),
    };
    const server = await listen((...exchange) => routes.fetch(...exchange), { host: '127.0.0.1', port: 0 });
    return {
      gate,
      logged,
      signals,
      started,
      arrived: () => arrived,
      routes,
      request,
      url: `${server.url}/api/v1/execute_tools`,
      drain: server.drain,
      close: server.close,
    };
  }
  const indexes = (text = '') =>
    text
      .trim()
      .split('\n')
      .map((line) => Number(JSON.parse(line).index));

  it('has the lines of calls that end together in one chunk, before the line of a call that waits', async () => {
    const { gate, url, request, close } = await serve();
    const { body } = await fetch(url, request);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();

    expect(indexes((await reader?.read())?.value)).toEqual([1, 2]);
    gate.open();
    expect(indexes((await reader?.read())?.value)).toEqual([0]);
    expect((await reader?.read())?.done).toBe(true);
    await close();
  });

  it('ends the calls of a client that disconnects in the middle', async () => {
    const { gate, url, request, logged, signals, close } = await serve();
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
    await close();
  });

  it('has the lines of other accounts in between when an account has more calls than can run at once', async () => {
    const { gate, url, request, started, arrived, close } = await serve();
    const post = (identifier: string, count: number) =>
      fetch(url, {
        ...request,
        body: JSON.stringify({ connector: 'talent', identifier, calls: Array(count).fill(calls[0]) }),
      });
    const accounts = ['ada', 'ben', 'cleo', 'dan'];
    const batches = [];
    for (const identifier of accounts) {
      batches.push(post(identifier, 50), post(identifier, 50));
      await gate.whenWaiting(50 * batches.length);
    }
    batches.push(post('ada', 50), post('eve', 2));
    await vi.waitFor(() => expect(arrived()).toBe(10));
    await setTimeout(100);
    expect(started).toEqual(accounts.flatMap((identifier) => Array(100).fill(identifier)));

    gate.open();
    for (const batch of batches) await (await batch).text();
    expect(started.slice(400, 404).toSorted()).toEqual(['ada', 'ada', 'eve', 'eve']);
    expect(started).toHaveLength(452);
    await close();
  });

  it('is logged when it has been sent', async () => {
    const { gate, url, request, logged, close } = await serve();
    const { body } = await fetch(url, request);
    const reader = body?.getReader();
    await reader?.read();
    const requests = () => logged.filter(({ msg }) => msg === 'POST /api/v1/execute_tools');
    await setTimeout(20);
    expect(requests()).toEqual([]);
    gate.open();
    while (!(await reader?.read())?.done);

    await vi.waitFor(() => expect(requests()).toMatchObject([{ status: 200, calls: 3 }]));
    expect(requests()[0]?.['durationMs']).toBeGreaterThanOrEqual(20);
    await close();
  });

  it('closes its connection if the server drains before the first line', async () => {
    const { gate, url, request, drain, close } = await serve();
    const single = {
      ...request,
      body: JSON.stringify({ connector: 'talent', identifier: 'ada', calls: [calls[0], calls[0]] }),
    };
    const response = fetch(url, single);
    await gate.whenWaiting(2);
    drain();
    gate.open();

    expect((await response).headers.get('connection')).toBe('close');
    expect(indexes(await (await response).text())).toEqual([0, 1]);
    await close();
  });

  it('is complete for a request without a connection', async () => {
    const { gate, url, request, routes, close } = await serve();
    gate.open();

    expect(indexes(await (await routes.request(url, request)).text())).toEqual([0, 1, 2]);
    await close();
  });
});
