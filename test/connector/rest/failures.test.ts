import { describe, expect, it } from 'vitest';
import { noTrace } from '../../../src/infrastructure/telemetry/trace-context.ts';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { createRestTransport } from '../../../src/connector/transports/rest.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { serveLoopback } from '../../support/network/loopback-server.ts';
import { sendCall } from '../../support/platform/send-call.ts';
import {
  data,
  endless,
  failing,
  json,
  raw,
  type ScriptedPlatform,
  startScriptedPlatform,
} from './scripted-platform.ts';
import { useFreshResource } from '../../support/resource.ts';

/** The ToolError with which a call must fail. */
async function failureOf(call: Promise<unknown>): Promise<ToolError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (error instanceof ToolError) return error;
  throw new Error('The call did not end with a ToolError', { cause: error });
}

describe('an error of the REST transport', () => {
  const platform = useFreshResource(startScriptedPlatform);

  const calls = () => platform.requests.filter((request) => request === 'POST /api/v1/execute_tool').length;

  it.each([
    ['BAD_USER_INPUT', 400],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
    ['CONFLICT', 409],
    ['NOT_CONNECTED', 424],
    ['CONNECTION_EXPIRED', 424],
  ])('has the message of the platform for %s', async (code, status) => {
    platform.respondWith(failing(status, { code, issues: [{ path: ['list_id'], message: 'must be shorter' }] }));

    expect(await failureOf(platform.execute())).toMatchObject({
      code,
      message: 'Words of the platform.',
      issues: [{ path: ['listId'], message: 'must be shorter' }],
      tool: 'lists_list',
      executionId: 'exe-2',
      neverArrived: false,
    });
    expect(calls()).toBe(1);
  });

  it.each([
    ['RATE_LIMITED', 429, 'lists_list was called too often.', true],
    ['UPSTREAM_UNAVAILABLE', 503, 'lists_list could not be called: the platform is unavailable.', true],
    ['UPSTREAM_TIMEOUT', 504, 'lists_list did not return in time.', false],
    ['UPSTREAM_ERROR', 500, 'lists_list failed in the service.', false],
    ['INSUFFICIENT_STORAGE', 507, 'lists_list changed nothing: the platform has no space left.', true],
  ])("has the connector's own message for %s", async (code, status, message, neverArrived) => {
    platform.respondWith(failing(status, { code }));

    expect(await failureOf(platform.execute())).toMatchObject({ code, message, executionId: 'exe-2', neverArrived });
    expect(calls()).toBe(1);
  });

  it.each([
    ['the body, not from the status', failing(500, { code: 'CONFLICT' }), 'CONFLICT'],
    ['the status when the code is unknown', failing(503, { code: 'ON_HOLIDAY' }), 'UPSTREAM_UNAVAILABLE'],
  ])('takes its code from %s', async (_where, answer, code) => {
    platform.respondWith(answer);

    expect(await failureOf(platform.execute())).toMatchObject({ code, neverArrived: false });
  });

  it('distinguishes a pending account from a missing one', async () => {
    platform.respondWith(failing(424, { code: 'NOT_CONNECTED', reason: 'PENDING_AUTH' }));

    expect(await failureOf(platform.execute())).toMatchObject({ code: 'NOT_CONNECTED', reason: 'PENDING_AUTH' });
    platform.respondWith(failing(503, { code: 'UPSTREAM_UNAVAILABLE', reason: 'BUSY' }));
    expect(await failureOf(platform.execute())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', reason: 'BUSY' });
  });

  it('is BAD_USER_INPUT when the platform rejects the size of a call', async () => {
    platform.respondWith(failing(413, { code: 'PAYLOAD_TOO_LARGE' }));

    expect(await failureOf(platform.execute())).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'lists_list received more input than the platform accepts.',
    });
  });

  it.each([
    [400, 'UPSTREAM_ERROR'],
    [403, 'UPSTREAM_ERROR'],
    [404, 'UPSTREAM_ERROR'],
    [408, 'UPSTREAM_TIMEOUT'],
    [429, 'RATE_LIMITED'],
    [500, 'UPSTREAM_ERROR'],
    [502, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [504, 'UPSTREAM_TIMEOUT'],
    [307, 'UPSTREAM_ERROR'],
  ])('maps status %i of a proxy to %s and reveals nothing of the body', async (status, code) => {
    const bodies = ['<h1>Words of a proxy</h1>', '{"message":"Words of a proxy"}', '{"error":"Words of a proxy"}'];
    for (const body of bodies) {
      platform.respondWith(raw(status, body, { location: '/elsewhere' }));
      const failure = await failureOf(platform.execute());

      expect(failure).toMatchObject({ code, neverArrived: status === 429, executionId: undefined });
      expect(failure.message).not.toContain('proxy');
    }
    expect(platform.requests).toEqual(['POST /oauth/token', ...bodies.map(() => 'POST /api/v1/execute_tool')]);
  });

  it.each([
    ['seconds', { 'retry-after': '7' }, {}, 7000],
    ['the body, before the header', { 'retry-after': '7' }, { retry_after_ms: 1500 }, 1500],
    ['the body alone', {}, { retry_after_ms: 20 }, 20],
    ['a past date', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, {}, 0],
    ['an unreadable header', { 'retry-after': 'soon' }, {}, undefined],
    ['nothing', {}, {}, undefined],
  ])('has the retry delay of %s', async (_what, headers, body, expected) => {
    platform.respondWith(failing(429, { code: 'RATE_LIMITED', ...body }, headers));

    expect((await failureOf(platform.execute())).retryAfterMs).toBe(expected);
  });

  it('has the retry delay of a future date', async () => {
    const time = Math.ceil(Date.now() / 1000) * 1000 + 3_600_000;
    platform.respondWith(
      failing(503, { code: 'UPSTREAM_UNAVAILABLE' }, { 'retry-after': new Date(time).toUTCString() }),
    );
    const { retryAfterMs = 0 } = await failureOf(platform.execute());

    expect(retryAfterMs).toBeGreaterThan(3_500_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_601_000);
  });

  it.each([
    ['an HTML page', raw(200, '<h1>Hello</h1>'), 'response is not JSON'],
    ['an empty body', raw(200, ''), 'response is not JSON'],
    ['truncated JSON', raw(200, '{"data":{"items":['), 'response is not JSON'],
    ['a list', raw(200, '[]'), 'response must be an object'],
    ['no data', raw(200, '{"execution_id":"x"}'), 'response.data is missing'],
  ])('is a MALFORMED_PAYLOAD when the platform sends %s', async (_what, answer, place) => {
    platform.respondWith(answer);

    expect(await failureOf(platform.execute())).toMatchObject({
      code: 'MALFORMED_PAYLOAD',
      message: `lists_list returned an unexpected payload: ${place}`,
    });
    expect(calls()).toBe(1);
  });

  it('is a MALFORMED_PAYLOAD with the path for an unexpected tool listing', async () => {
    platform.respondToListingsWith((response) =>
      json(response, { tools: [{ name: 'x', description: 'X', read_only: 'yes' }] }),
    );
    const { signal } = new AbortController();

    expect(
      await failureOf(platform.transport.listTools({ connectionName: 'talent', identifier: 'ada', signal })),
    ).toMatchObject({
      code: 'MALFORMED_PAYLOAD',
      tool: 'list_tools',
      message: expect.stringContaining('response.tools.0.read_only must be true or false'),
    });
  });

  it('is a MALFORMED_PAYLOAD when the response exceeds 32 MiB', async () => {
    platform.respondWith(endless('{"data":"'));

    expect(await failureOf(platform.execute())).toMatchObject({
      code: 'MALFORMED_PAYLOAD',
      message: 'lists_list returned an unexpected payload: response has more than 33554432 bytes',
    });
  });

  it.each<[string, Parameters<ScriptedPlatform['respondWith']>[0]]>([
    ['before it responds', (response) => response.socket?.resetAndDestroy()],
    [
      'after its headers',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"data":{', () => response.socket?.resetAndDestroy());
      },
    ],
    [
      'in the middle of a chunked body',
      (response) => {
        response.writeHead(200);
        response.write('{"data":{', () => response.socket?.end());
      },
    ],
  ])(
    'is UPSTREAM_UNAVAILABLE when the platform closes the connection %s; the call is sent once',
    async (_when, answer) => {
      platform.respondWith(answer);

      expect(await failureOf(platform.execute(talentTools.lists_create, { name: 'New' }))).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        message: 'lists_create could not be called: the platform is unavailable.',
        tool: 'lists_create',
        neverArrived: false,
      });
      expect(calls()).toBe(1);
      platform.respondWith(data({ items: [] }));
      expect(await platform.execute()).toEqual({ items: [] });
    },
  );

  it.each(['127.0.0.1', 'nowhere.invalid'])('has neverArrived set when nothing listens at %s', async (host) => {
    const gone = await serveLoopback(() => {});
    await gone.close();
    const transport = createRestTransport({ ...platform.platform, url: `http://${host}:${gone.port}` });
    const call = sendCall(transport, {
      connectionName: 'talent',
      identifier: 'ada',
      tool: talentTools.lists_list,
      toolName: 'talent_lists_list',
      input: {},
      signal: new AbortController().signal,
      trace: noTrace,
    });

    expect(await failureOf(call)).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'lists_list could not be called: the platform is unavailable.',
      neverArrived: true,
    });
    await transport.close();
  });

  it('has neverArrived set when the platform stops listening between two calls', async () => {
    const close = { connection: 'close' };
    const token = { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 };
    platform.respondToTokenRequestsWith((response) => json(response, token, 200, close));
    platform.respondToListingsWith((response) => json(response, {}, 200, close));
    platform.respondWith((response) => json(response, { data: {} }, 200, close));
    await platform.execute();
    await platform.stop();

    expect(await failureOf(platform.execute())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', neverArrived: true });
  });
});
