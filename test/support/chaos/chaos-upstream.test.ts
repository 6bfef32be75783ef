import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { now } from '../graph/test-graph.ts';
import { openTestPlatform, type TestPlatform } from '../platform/test-platform.ts';
import { drip, envelope, gzip, huge, payload, resetInBody, text, truncated } from './body-faults.ts';
import { type ChaosUpstream, startChaosUpstream } from './chaos-upstream.ts';
import type { Fault } from './exchange.ts';
import { afterwards, bareStatus, failure, late, redirect, reset, silence, slowly } from './faults.ts';

const client = { clientId: 'graph', clientSecret: 'the secret of the graph' };
const create = { tool_name: 'talent_lists_create', params: { name: 'Founders' } };
const good = '{"data":{"id":"<id>","name":"Founders"';

describe('the chaos upstream', () => {
  let standing: TestPlatform;
  let upstream: ChaosUpstream;
  let token: string;

  beforeAll(async () => {
    standing = await openTestPlatform(readConfig({ DATA_DIR: 'memory' }), () => now);
    upstream = await startChaosUpstream({ platform: standing.platform, client });
    token = await fetchToken();
    upstream.behave();
  });
  afterEach(() => upstream.behave());
  afterAll(async () => {
    await upstream.close();
    await standing.close();
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
    expect(upstream.counts).toEqual({ token: 0, listing: 0, unread: 0, connections: 1 });
  });

  it.each<[string, Fault, string | RegExp, boolean]>([
    ['answers late', late(20), /^200 \{"data":\{"id":"lst_/, true],
    [
      'refuses by a code',
      failure(503, { code: 'UPSTREAM_UNAVAILABLE' }),
      /^503 \{"error":\{"message":"It is UP/,
      false,
    ],
    ['refuses after the work', afterwards(failure(500, { code: 'UPSTREAM_ERROR' })), /^500 \{"error":/, true],
    ['answers a page', bareStatus(502), /^502 <!doctype html>/, false],
    ['redirects', redirect('http://127.0.0.1:1/'), /^307 /, false],
    ['resets', reset, 'Error read ECONNRESET', false],
    ['resets after the work', afterwards(reset), 'Error read ECONNRESET', true],
    ['resets in the body', resetInBody, '200 then aborted', true],
    ['answers what is no JSON', text('{"data": oops}'), '200 {"data": oops}', true],
    ['answers half', truncated('of the half'), /^200 \{"data":\{"id":"lst_.*[^}]$/, true],
    ['answers half of what it announced', truncated('of the whole'), '200 then aborted', true],
    ['answers no gzip', gzip('nonsense'), '200 this is no gzip', true],
    ['answers much', huge(1_000_000), /^200 {1000000,}\{"data":.+\}$/, true],
    ['answers no envelope', envelope([1]), '200 [1]', true],
    ['waits before it refuses', slowly(10, bareStatus(503)), /^503 <!doctype html>/, false],
    ['answers something else', payload(() => [7]), /^200 \{"data":\[7\],"execution_id":"[\w-]{36}"\}$/, true],
  ])('%s', async (_, fault, answer, executed) => {
    upstream.misbehave('talent_lists_create', fault, { times: 1 });

    expect(await call()).toMatch(answer);
    expect(upstream.calls.map((each) => each.executed)).toEqual([executed]);
    expect(await call()).toMatch(/^200 \{"data":/);
  });

  it.each<[string, Fault, string, boolean]>([
    ['keeps silent', silence, 'AbortError The operation was aborted', false],
    ['drips', drip(20), '200 then aborted', true],
  ])('%s until its caller leaves', async (_, fault, end, executed) => {
    upstream.misbehave('talent_lists_create', fault, { times: 1 });

    expect(await call(create, 200)).toContain(end);
    expect(upstream.calls.map((each) => each.executed)).toEqual([executed]);
  });

  it('resets the connection before reading the request', async () => {
    upstream.misbehave('arrival', reset, { times: 1 });

    expect(await call()).toBe('Error read ECONNRESET');
    expect(upstream.calls).toEqual([]);
    expect(upstream.counts).toEqual({ token: 0, listing: 0, unread: 1, connections: 1 });
  });

  it('applies a fault after a number of calls, a number of times, to matching calls only', async () => {
    upstream.misbehave('call', bareStatus(500), {
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
    upstream.misbehave('call', bareStatus(500), { percent: 50 });
    let statuses = '';
    for (let each = 0; each < 12; each += 1) statuses += (await call()).slice(0, 1);

    expect(statuses).toBe('552225522252');
  });

  it('issues tokens to its client only, and revokes them', async () => {
    expect(await fetchToken('a guess')).toBe('401');
    upstream.misbehave('token', bareStatus(503), { times: 1 });
    await expect(fetchToken()).rejects.toThrow('JSON');
    upstream.expireTokens();

    expect(await call()).toMatch(/^401 \{"error":\{"code":"UNAUTHENTICATED"/);
    expect(upstream.calls.map(({ executed }) => executed)).toEqual([false]);
    token = await fetchToken();
    expect(await call()).toMatch(/^200 /);
  });

  it('refuses connections while it is down', async () => {
    await upstream.die();
    expect(await call()).toMatch(/^Error connect ECONNREFUSED/);
    await upstream.rise();
    expect(await call()).toMatch(/^200 /);
  });
});
