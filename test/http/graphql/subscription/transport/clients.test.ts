import { once } from 'node:events';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { slotLimits } from '../../../../../src/operation/operation-slots.ts';
import { acme } from '../../../../platform/services/conversation/conversation-records.ts';
import { begin, ended, endsOf, event, lastResult, patient, transports } from './expected-results.ts';
import { authorizationFor, type Emitted, startStreamLab } from './stream-lab.ts';
import { postJson } from '../../../../support/network/post-json.ts';
import { exchange, init, openWebSocket, subscribe } from './web-socket.ts';
import { useResource } from '../../../../support/resource.ts';

const seconds = () => Math.floor(Date.now() / 1000);

const line = (fields: Record<string, unknown>) => expect.arrayContaining([expect.objectContaining(fields)]);

describe('a subscription', () => {
  const lab = useResource(() =>
    startStreamLab({ environment: { METRICS: 'true' }, slotLimits: { ...slotLimits, maxSubscriptions: 2 } }),
  );
  afterEach(async () => {
    lab.leave();
    await expect.poll(() => lab.events.readers, patient).toBe(0);
    lab.logged.length = 0;
  });

  it.each(transports)('over %s receives events and continues after a cursor', async (transport) => {
    const authorization = await authorizationFor('ada');
    const watching = await begin(lab, lab.subscribe(transport, authorization));
    lab.emit(acme, `${transport} 1`);
    lab.emit(acme, `${transport} 2`);
    const first = await watching.first;
    expect([first, await watching.next()]).toEqual([event(`${transport} 1`), event(`${transport} 2`)]);
    await watching.leave();
    const fields = { level: 30, identifier: 'ada', operation: 'Watch', transport, events: 2, reason: 'client' };
    await expect.poll(() => endsOf(lab), patient).toMatchObject([fields]);

    const continued = lab.subscribe(transport, authorization, first.value.data.conversationEvents.cursor);
    expect(await continued.next()).toEqual(event(`${transport} 2`));
    await continued.return?.();
  });

  it('counts towards the limit of its caller over all transports, but occupies no operation slot', async () => {
    const authorization = await authorizationFor('ada');
    const bySse = await begin(lab, lab.subscribe('sse', authorization));
    const bySocket = await begin(lab, lab.subscribe('websocket', authorization));
    const message = expect.stringContaining('A caller may have 2 subscriptions at the same time');
    const extensions = expect.objectContaining({ code: 'RATE_LIMITED', isRetryable: true });
    await expect(lab.subscribe('websocket', authorization).next()).rejects.toMatchObject([{ message, extensions }]);
    await expect(lab.subscribe('sse', authorization).next()).rejects.toMatchObject({ response: { status: 429 } });
    const text = await (await fetch(`${lab.origin}/metrics`)).text();
    expect(text).toMatch(/^graphql_operations\{state="running"\} 0$/m);
    expect(text).toMatch(
      /^graphql_subscriptions\{transport="sse"\} 1\ngraphql_subscriptions\{transport="websocket"\} 1$/m,
    );

    const other = await begin(lab, lab.subscribe('sse', await authorizationFor('ben')));
    await other.leave();
    await bySse.leave();
    await expect.poll(() => lab.events.readers, patient).toBe(1);
    const next = await begin(lab, lab.subscribe('websocket', authorization));
    await next.leave();
    await bySocket.leave();
  });

  it.each(transports)('over %s ends when the token expires', async (transport) => {
    // A token is accepted for 5 seconds after it expires, so 2 seconds are left.
    const authorization = await authorizationFor('ada', { exp: seconds() - 3 });
    const watching = await begin(lab, lab.subscribe(transport, authorization));
    expect(await watching.first).toEqual(lastResult({ code: 'UNAUTHENTICATED' }));
    expect(await watching.next()).toEqual(ended);
    expect(endsOf(lab)).toMatchObject([{ transport, events: 0, reason: 'UNAUTHENTICATED' }]);
  });

  it('is rejected without a stream, with a message that names both transports', async () => {
    const response = await postJson(
      lab.url,
      { query: 'subscription { conversationEvents { id } }' },
      { headers: { accept: '*/*', authorization: await authorizationFor('ada') } },
    );
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/text\/event-stream.*graphql-transport-ws/) }],
    });
  });

  it('can be sent by GET with a header that needs a preflight request', async () => {
    const search = new URLSearchParams({ query: 'subscription { conversationEvents { id } }' });
    const headers = { accept: 'text/event-stream;q=0.9, */*;q=0.1', authorization: await authorizationFor('ada') };
    const rejected = await fetch(`${lab.url}?${search}`, { headers });
    expect([rejected.status, await rejected.text()]).toEqual([403, expect.stringContaining('CSRF_PREVENTED')]);
    const accepted = await fetch(`${lab.url}?${search}`, { headers: { ...headers, 'apollo-require-preflight': '1' } });
    expect(Object.fromEntries(accepted.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
    await accepted.body?.cancel();
  });

  it('over a stream can also be a query, whose result is the only event', async () => {
    const headers = { authorization: await authorizationFor('ada') };
    const client = lab.sse(headers.authorization);
    const results = client.iterate({ query: '{ __typename }' });
    expect(await results.next()).toMatchObject({ value: { data: { __typename: 'Query' } } });
    expect(await results.next()).toEqual(ended);
    const invalid = client.iterate({ query: '{ missing }' });
    expect(await invalid.next()).toMatchObject({
      value: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    });
  });

  it.each([
    ['authorization', (authorization: string) => ({ authorization })],
    ['Authorization', (authorization: string) => ({ Authorization: authorization })],
    ['headers.authorization', (authorization: string) => ({ headers: { authorization } })],
  ])('over a WebSocket takes the token from %s', async (_, payload) => {
    const client = lab.socket(payload(await authorizationFor('ada')));
    const watching = await begin(
      lab,
      client.iterate<Emitted['data']>({ query: 'subscription { conversationEvents { id cursor } }' }),
    );
    lab.emit(acme, 'for the bearer');
    expect(await watching.first).toEqual(event('for the bearer'));
    await watching.leave();
  });

  it.each([
    ['no token', async () => ({})],
    ['an expired token', async () => ({ authorization: await authorizationFor('ada', { exp: seconds() - 60 }) })],
    ['a token that is no header', async () => ({ authorization: 'Bearer a\r\nb' })],
    ['a token that is no text', async () => ({ authorization: { token: 1 } })],
  ])('over a WebSocket with %s is rejected, and its client may try again with another', async (_, payload) => {
    const results = lab.socket(await payload()).iterate({ query: 'subscription { conversationEvents { id } }' });
    const reason = 'The request needs a valid bearer token.';
    await expect(results.next()).rejects.toMatchObject({ code: 4403, reason });
    await expect
      .poll(() => lab.logged, patient)
      .toEqual(line({ msg: 'GET /graphql', status: 101, closeCode: 4403, code: 'UNAUTHENTICATED' }));
  });

  it('over a WebSocket takes the token from the header of the upgrade', async () => {
    const socket = openWebSocket(lab.origin, { headers: { authorization: await authorizationFor('ada') } });
    expect(await exchange(socket, init)).toEqual({ type: 'connection_ack' });
    socket.terminate();
  });

  it('over a WebSocket whose token has expired closes it, so that its client sends a new one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const exp = seconds() - 4;
    const socket = openWebSocket(lab.origin, { headers: { authorization: await authorizationFor('ada', { exp }) } });
    await exchange(socket, init);
    vi.setSystemTime((exp + 5) * 1000 + 1);
    const closed = once(socket, 'close');
    void exchange(socket, subscribe('subscription { conversationEvents { id } }'));
    expect(String(await closed)).toBe('4403,The token has expired.');
  });

  it.each(transports)('over %s is rejected if it would occupy much memory', async (transport) => {
    const query = `subscription { conversationEvents { id } } #${'x'.repeat(20_000)}`;
    const authorization = await authorizationFor('ada');
    const client = transport === 'sse' ? lab.sse(authorization) : lab.socket({ authorization });
    const results = client.iterate({ query });
    const rejected = [{ extensions: { code: 'REQUEST_ENTITY_TOO_LARGE' } }];
    await expect(results.next()).rejects.toMatchObject(transport === 'sse' ? { response: { status: 413 } } : rejected);
    expect(lab.events.readers).toBe(0);
  });

  it.each([
    ['a syntax error', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', 'subscription { missing }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('over a WebSocket with %s is rejected with the code of HTTP', async (_, query, code) => {
    const results = lab.socket({ authorization: await authorizationFor('ada') }).iterate({ query });
    await expect(results.next()).rejects.toMatchObject([{ extensions: { code } }]);
    await expect.poll(() => lab.logged, patient).toEqual(line({ msg: 'subscription rejected', errorCodes: [code] }));
  });
});
