import { Readable } from 'node:stream';
import pino, { type Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { noTrace } from '../../src/infrastructure/telemetry/trace-context.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { openRemoteUpstream } from '../../src/app/remote-upstream.ts';
import { conversationTools } from '../../src/tools/conversation/conversation-tools.ts';
import { freePort } from '../support/network/free-port.ts';
import { serveLoopback } from '../support/network/loopback-server.ts';
import { sendCall } from '../support/platform/send-call.ts';
import { captureLog } from '../support/log-capture.ts';
import { unreachablePlatform } from '../support/network/start-app.ts';
import { useClosing } from '../support/resource.ts';

const { signal } = new AbortController();

describe('a remote platform', () => {
  const closing = useClosing();

  async function open(url: string, { log = pino({ level: 'silent' }), now }: { log?: Logger; now?: () => Date } = {}) {
    const environment = { ...unreachablePlatform, PLATFORM_URL: url, TALENT_CONNECTION: 'Talent (EU)' };
    const config = readConfig({ DATA_DIR: 'memory', ...environment });
    return closing(await openRemoteUpstream({ config, log, now }));
  }

  /** Starts a platform that returns a fixed response to token requests and one to tool listings. */
  async function serve(listing: { status: number; body: object }, tokenStatus = 200) {
    const server = await serveLoopback((request, response) => {
      const isToken = request.url === '/oauth/token';
      const token = { access_token: 'x', token_type: 'Bearer', expires_in: 3600 };
      response.writeHead(isToken ? tokenStatus : listing.status);
      response.end(JSON.stringify(isToken ? token : listing.body));
    });
    return closing(server);
  }

  const listing = 'GET /api/v1/tools?connector=Talent+%28EU%29&identifier=readiness-check';
  const failure = (status: number, code: string) => ({ status, body: { error: { code, message: 'No.' } } });

  it.each([
    ['lists tools', { status: 200, body: { tools: [] } }],
    ['has no account for the identifier', failure(424, 'NOT_CONNECTED')],
    ['wants the account connected again', failure(424, 'CONNECTION_EXPIRED')],
  ])('is healthy when it accepts the credentials and %s', async (_what, answer) => {
    const { url, requests } = await serve(answer);

    expect(await (await open(url)).check(signal)).toBeUndefined();
    expect(requests).toEqual(['POST /oauth/token', listing]);
  });

  it.each([
    ['refuses the credentials', failure(424, 'NOT_CONNECTED'), 401, 'UPSTREAM_UNAVAILABLE'],
    ['is overloaded', failure(503, 'UPSTREAM_UNAVAILABLE'), 200, 'UPSTREAM_UNAVAILABLE'],
    ['fails', failure(500, 'UPSTREAM_ERROR'), 200, 'UPSTREAM_ERROR'],
    ['answers something else', { status: 200, body: {} }, 200, 'MALFORMED_PAYLOAD'],
  ])('is unhealthy when it %s', async (_what, answer, tokenStatus, code) => {
    const { url } = await serve(answer, tokenStatus);

    await expect((await open(url)).check(signal)).rejects.toMatchObject({ code });
  });

  it('is unhealthy when the connection is refused', async () => {
    const { check } = await open(`http://127.0.0.1:${await freePort()}`);

    await expect(check(signal)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', neverArrived: true });
  });

  it('reports a rejected upload address as a fault of the operator, not of the caller', async () => {
    const issues = [{ path: ['recordingUrl'], message: 'must begin with https://' }];
    const { url } = await serve({ status: 400, body: { error: { code: 'BAD_USER_INPUT', message: 'No.', issues } } });
    const { log, lines } = captureLog();
    const { transport, recordings } = await open(url, { log });
    const call = (recordingUrl: string) =>
      sendCall(transport, {
        connectionName: 'convo',
        identifier: 'ada',
        tool: conversationTools.activity_upload,
        toolName: 'convo_activity_upload',
        input: { recordingUrl },
        signal,
        trace: noTrace,
      });
    const upload = await recordings.receive(Readable.from([Buffer.from('WEBVTT')]), {});

    await expect(call(upload.url)).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message:
        'The platform cannot fetch uploads from this server. The operator must correct PUBLIC_URL or RECORDING_ORIGINS.',
      issues: [],
    });
    expect(lines).toMatchObject([{ level: 50, publicUrl: 'http://127.0.0.1:4000', rule: 'must begin with https://' }]);
    await expect(call('http://elsewhere.example/call.vtt')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', issues });
  });

  it('has no platform API for this process to serve', async () => {
    expect((await open(`http://127.0.0.1:${await freePort()}`)).platformApi).toBeUndefined();
  });

  it('learns the time of the platform from the responses, such as that to a readiness probe', async () => {
    const start = new Date('2026-03-02T12:00:00Z');
    const server = await serveLoopback((_request, response) => {
      response.writeHead(200, { date: new Date(start.getTime() - 300_000).toUTCString() });
      response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', expires_in: 3600, tools: [] }));
    });
    const { now, check } = await open(closing(server).url, { now: () => start });
    expect(now()).toEqual(start);

    await check(signal);
    expect(now()).toEqual(new Date('2026-03-02T11:55:00Z'));
  });
});
