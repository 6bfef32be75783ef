import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { now } from '../graph/test-graph.ts';
import { openTestPlatform, type TestPlatform } from '../platform/test-platform.ts';
import { drip, envelope, gzip, huge, payload, resetInBody, text, truncated } from './body-faults.ts';
import { type ChaosUpstream, startChaosUpstream } from './chaos-upstream.ts';
import type { Fault } from './exchange.ts';
import { afterwards, bareStatus, failure, redirect, reset, silence } from './faults.ts';

const client = { clientId: 'graph', clientSecret: 'the secret of the graph' };
const create = { tool_name: 'talent_lists_create', params: { name: 'Founders' } };
const good = '{"data":{"id":"<id>","name":"Founders"';

describe('the chaos upstream', () => {
  let testPlatform: TestPlatform;
  let upstream: ChaosUpstream;
  let token: string;

  beforeAll(async () => {
    testPlatform = await openTestPlatform(readConfig({ DATA_DIR: 'memory' }), () => now);
    upstream = await startChaosUpstream({ platform: testPlatform.platform, client });
    token = await fetchToken();
    upstream.reset();
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await upstream.close();
    await testPlatform.close();
  });

  async function fetchToken(secret = client.clientSecret): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: secret,
    });
    const answer = await fetch(`${upstream.url}/oauth/token`, { method: 'POST', body });
    const { access_token: accessToken = `${answer.status}` } = await answer.json();
    return accessToken;
  }

  /** The received part of the response, and how it ended. */
  async function call(body: object = create, patienceMs = 10_000): Promise<string> {
    const request = httpRequest(`${upstream.url}/api/v1/execute_tool`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    });
    request.end(JSON.stringify({ connector: 'talent', identifier: 'ada', ...body }));
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request.once('response', resolve).once('error', reject);
      });
      const head = `${response.statusCode} `;
      return head + (await textOf(response).catch((error: Error) => `then ${error.message}`));
    } catch (error) {
      return error instanceof Error ? error.name + ' ' + error.message : '';
    }
  }

  it('responds correctly by default and records the calls', async () => {
    const answer = await call();

    expect(answer.replace(/lst_\w+/, '<id>')).toContain(`200 ${good}`);
    expect(upstream.calls).toEqual([
      {
        tool: 'talent_lists_create',
        params: { name: 'Founders' },
        connector: 'talent',
        identifier: 'ada',
        executed: true,
      },
    ]);
    expect(upstream.counts).toEqual({ token: 0, listing: 0, batch: 0, unread: 0, connections: 1 });
  });

  it.each<[string, Fault, string | RegExp, boolean]>([
    [
      'rejects with a code',
      failure(503, { code: 'UPSTREAM_UNAVAILABLE' }),
      /^503 \{"error":\{"message":"It is UP/,
      false,
    ],
    ['rejects after executing the call', afterwards(failure(500, { code: 'UPSTREAM_ERROR' })), /^500 \{"error":/, true],
    ['responds with a page', bareStatus(502), /^502 <!doctype html>/, false],
    ['redirects', redirect('http://127.0.0.1:1/'), /^307 /, false],
    ['resets the connection', reset, 'Error read ECONNRESET', false],
    ['resets the connection after executing the call', afterwards(reset), 'Error read ECONNRESET', true],
    ['resets the connection within the body', resetInBody, '200 then aborted', true],
    ['responds with malformed JSON', text('{"data": oops}'), '200 {"data": oops}', true],
    ['responds with half of the JSON', truncated('of the half'), /^200 \{"data":\{"id":"lst_.*[^}]$/, true],
    ['responds with half of the declared length', truncated('of the whole'), '200 then aborted', true],
    ['declares gzip encoding but sends text', gzip('nonsense'), '200 this is no gzip', true],
    ['responds with a large body', huge(1_000_000), /^200 {1000000,}\{"data":.+\}$/, true],
    ['responds without an envelope', envelope([1]), '200 [1]', true],
    ['responds with another payload', payload(() => [7]), /^200 \{"data":\[7\],"execution_id":"[\w-]{36}"\}$/, true],
  ])('%s', async (_, fault, answer, executed) => {
    upstream.injectFault('talent_lists_create', fault, { times: 1 });

    expect(await call()).toMatch(answer);
    expect(upstream.calls.map((each) => each.executed)).toEqual([executed]);
    expect(await call()).toMatch(/^200 \{"data":/);
  });

  it.each<[string, Fault, string, boolean]>([
    ['does not respond', silence, 'AbortError The operation was aborted', false],
    ['responds slowly', drip(20), '200 then aborted', true],
  ])('%s until the client disconnects', async (_, fault, end, executed) => {
    upstream.injectFault('talent_lists_create', fault, { times: 1 });

    expect(await call(create, 200)).toContain(end);
    expect(upstream.calls.map((each) => each.executed)).toEqual([executed]);
  });

  it('resets the connection before reading the request', async () => {
    upstream.injectFault('arrival', reset, { times: 1 });

    expect(await call()).toBe('Error read ECONNRESET');
    expect(upstream.calls).toEqual([]);
    expect(upstream.counts).toEqual({ token: 0, listing: 0, batch: 0, unread: 1, connections: 1 });
  });

  it('applies a fault after a number of calls, a number of times, to matching calls only', async () => {
    upstream.injectFault('call', bareStatus(500), {
      after: 1,
      times: 2,
      when: (params) => Object(params).name === 'Odd',
    });
    const statuses = [];
    for (const name of ['Even', 'Odd', 'Odd', 'Even', 'Odd', 'Odd']) {
      statuses.push((await call({ ...create, params: { name } })).slice(0, 3));
    }

    expect(statuses).toEqual(['200', '200', '500', '200', '500', '200']);
  });

  it('applies a random fault to the same calls for the same seed', async () => {
    upstream.injectFault('call', bareStatus(500), { percent: 50 });
    let statuses = '';
    for (let each = 0; each < 12; each += 1) statuses += (await call()).slice(0, 1);

    expect(statuses).toBe('552225522252');
  });

  it('issues tokens only to its client, and revokes them', async () => {
    expect(await fetchToken('a guess')).toBe('401');
    upstream.injectFault('token', bareStatus(503), { times: 1 });
    await expect(fetchToken()).rejects.toThrow('JSON');
    upstream.expireTokens();

    expect(await call()).toMatch(/^401 \{"error":\{"code":"UNAUTHENTICATED"/);
    expect(upstream.calls.map(({ executed }) => executed)).toEqual([false]);
    token = await fetchToken();
    expect(await call()).toMatch(/^200 /);
  });

  it('refuses connections while it is down', async () => {
    await upstream.stop();
    expect(await call()).toMatch(/^Error connect ECONNREFUSED/);
    await upstream.restart();
    expect(await call()).toMatch(/^200 /);
  });
});
