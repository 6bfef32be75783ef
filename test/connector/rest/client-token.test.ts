import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClientToken } from '../../../src/connector/transports/client-token.ts';
import { openPlatformHttp } from '../../../src/connector/transports/platform-http.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { createGate, settled } from '../../support/gate.ts';
import { data, failing, json, raw, type ScriptedPlatform, startScriptedPlatform } from './scripted-platform.ts';

const tokenRequest = 'POST /oauth/token';
const callRequest = 'POST /api/v1/execute_tool';

describe("the client's token", () => {
  let platform: ScriptedPlatform;
  beforeEach(async () => {
    platform = await startScriptedPlatform();
    platform.respondWith(data({ items: [] }));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    return platform.close();
  });

  const shown = () => platform.arrived.flatMap(({ headers }) => headers.authorization ?? []);
  const unauthenticated = failing(401, { code: 'UNAUTHENTICATED' });

  it('is requested only once for all calls that wait for it', async () => {
    const gate = createGate();
    platform.respondToTokenRequestsWith(async (...exchange) => {
      await gate.pass();
      platform.issueToken(...exchange);
    });
    const calls = Array.from({ length: 8 }, () => platform.execute());
    await gate.whenWaiting(1);
    gate.open();
    await Promise.all(calls);

    expect(platform.requests).toEqual([tokenRequest, ...Array(8).fill(callRequest)]);
    expect(new Set(shown())).toEqual(new Set(['Bearer token-1']));
  });

  it('is still requested for the other callers when one aborts', async () => {
    const gate = createGate();
    platform.respondToTokenRequestsWith(async (...exchange) => {
      await gate.pass();
      platform.issueToken(...exchange);
    });
    const leave = new AbortController();
    const left = platform.execute(talentTools.lists_list, {}, { signal: leave.signal });
    const stayed = platform.execute();
    await gate.whenWaiting(1);
    leave.abort(new Error('The caller has gone'));

    await expect(left).rejects.toThrow('The caller has gone');
    gate.open();
    expect(await stayed).toEqual({ items: [] });
    expect(platform.requests).toEqual([tokenRequest, callRequest]);
  });

  it('is renewed in the background before it expires, and on demand after a long pause', async () => {
    const http = openPlatformHttp(platform.platform.url);
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    const token = createClientToken({ http, ...platform.platform });

    expect(await token.get()).toBe('token-1');
    time = 0.79 * 3_600_000;
    expect(await token.get()).toBe('token-1');
    expect(platform.requests).toHaveLength(1);
    time = 0.81 * 3_600_000;
    expect(await token.get()).toBe('token-1');
    await expect.poll(() => token.get()).toBe('token-2');
    expect(platform.requests).toHaveLength(2);
    time = 10 * 3_600_000;
    expect(await token.get()).toBe('token-3');
    expect(platform.requests).toEqual([tokenRequest, tokenRequest, tokenRequest]);
    await http.close();
  });

  it('is used until it expires when it cannot be renewed', async () => {
    const http = openPlatformHttp(platform.platform.url);
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    const token = createClientToken({ http, ...platform.platform });
    await token.get();
    platform.respondToTokenRequestsWith(raw(500, ''));
    time = 0.81 * 3_600_000;

    expect(await token.get()).toBe('token-1');
    expect(await token.get()).toBe('token-1');
    await expect.poll(() => platform.requests.length).toBe(2);
    await settled();
    expect(await token.get()).toBe('token-1');
    time = 3_600_000;
    await expect(token.get()).rejects.toThrow('with status 500');
    await http.close();
  });

  it('is dropped when the platform rejects it, and a read is retried once', async () => {
    platform.respondWith(unauthenticated, data({ items: ['again'] }));

    expect(await platform.execute()).toEqual({ items: ['again'] });
    expect(platform.requests).toEqual([tokenRequest, callRequest, tokenRequest, callRequest]);
    expect(shown()).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('is requested once for all reads that are rejected at the same time', async () => {
    await platform.execute();
    const gate = createGate();
    platform.respondWith(async (response, { headers }) => {
      if (headers.authorization !== 'Bearer token-1') return json(response, { data: 'again' });
      await gate.pass();
      return json(response, { error: { code: 'UNAUTHENTICATED', message: 'No.' } }, 401);
    });
    const calls = [1, 2, 3].map(() => platform.execute());
    await gate.whenWaiting(3);
    gate.open();

    expect(await Promise.all(calls)).toEqual(['again', 'again', 'again']);
    expect(platform.requests.filter((request) => request === tokenRequest)).toHaveLength(2);
  });

  it('is logged once when it is refused, and once when it is issued again', async () => {
    platform.respondToTokenRequestsWith(
      (response) => json(response, { error: 'invalid_client' }, 401),
      (response) => json(response, { error: 'invalid_client' }, 401),
      platform.issueToken,
    );
    for (let index = 0; index < 2; index += 1) {
      await expect(platform.execute()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', neverArrived: true });
    }
    platform.respondWith(data({ items: [] }));
    await platform.execute();

    expect(platform.logged).toEqual([
      {
        level: 50,
        clientId: 'client_1',
        reason:
          "The platform rejected the client's credentials (PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET) with status 401.",
        msg: 'the platform issued no token',
      },
      { level: 30, msg: 'the platform issues tokens again' },
    ]);
  });

  it('is not blamed on the credentials when the platform limits requests', async () => {
    platform.respondToTokenRequestsWith((response) => json(response, { error: 'temporarily_unavailable' }, 429));
    await expect(platform.execute()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', neverArrived: true });

    expect(platform.logged).toMatchObject([
      { reason: 'The platform issues no token for now: too many requests or wrong secrets (status 429).' },
    ]);
  });

  it('fails a read when the new token is rejected too', async () => {
    platform.respondWith(unauthenticated);

    await expect(platform.execute()).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'lists_list could not be called: the platform is unavailable.',
      isRetryable: true,
      neverArrived: true,
    });
    expect(platform.requests).toEqual([tokenRequest, callRequest, tokenRequest, callRequest]);
  });

  it.each([talentTools.lists_create, talentTools.lists_update])(
    'is dropped, and $name is not sent again',
    async (tool) => {
      platform.respondWith(unauthenticated, data({}));

      await expect(platform.execute(tool)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', isRetryable: true });
      expect(platform.requests).toEqual([tokenRequest, callRequest]);
      await platform.execute(tool);
      expect(platform.requests.slice(2)).toEqual([tokenRequest, callRequest]);
      expect(shown()).toEqual(['Bearer token-1', 'Bearer token-2']);
    },
  );

  it.each([
    ['the credentials are rejected', raw(401, '{"error":"invalid_client"}')],
    ['the platform fails', raw(500, 'no')],
    ['the response is an HTML page', raw(200, '<h1>Hello</h1>')],
    ['it has another type', raw(200, '{"access_token":"x","token_type":"mac","expires_in":60}')],
    ['it has no lifetime', raw(200, '{"access_token":"x","token_type":"Bearer"}')],
  ])('is missing when %s, and the call is not sent', async (_what, answer) => {
    platform.respondToTokenRequestsWith(answer);

    await expect(platform.execute(talentTools.lists_create)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'lists_create could not be called: the platform is unavailable.',
      neverArrived: true,
    });
    expect(platform.requests).toEqual([tokenRequest]);
  });

  it('fails a call with the retry delay of the platform when it is not issued', async () => {
    platform.respondToTokenRequestsWith(raw(429, '', { 'retry-after': '3' }));

    await expect(platform.execute()).rejects.toMatchObject({ retryAfterMs: 3000 });
  });

  it('does not appear in errors, nor does the secret', async () => {
    const failures = [unauthenticated, raw(200, 'no'), raw(500, ''), failing(400, { code: 'BAD_USER_INPUT' })];
    for (const failure of failures) {
      platform.respondWith(failure);
      const error = await platform.execute(talentTools.lists_create).catch((thrown: unknown) => thrown);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/token-\d|the-secret/);
    }
    platform.respondWith((response) => response.socket?.destroy());
    const reset = await platform.execute(talentTools.lists_create).catch((thrown: unknown) => thrown);
    expect(inspect(reset, { depth: 20, showHidden: true })).not.toMatch(/token-\d|the-secret/);
    for (const failure of [raw(401, '{"echo":"the-secret-of-the-client"}'), raw(200, '{"access_token":"token-9"}')]) {
      platform.respondToTokenRequestsWith(failure);
      const error = await platform.execute(talentTools.lists_create).catch((thrown: unknown) => thrown);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/token-\d|the-secret/);
    }
  });
});
