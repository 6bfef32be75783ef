import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { sharedSlotLimits } from '../../../../../src/operation/operation-slots.ts';
import { turnsOfWork } from '../../../../../src/operation/work-turns.ts';
import { startHttpGraph, useHttpGraph } from '../../../http-graph.ts';
import { startStreams, upgradeRequest } from './stream-double.ts';
import { captureLog } from '../../../../support/log-capture.ts';
import { openSocket, sendRaw } from '../../../../support/network/raw-request.ts';
import { useClosing } from '../../../../support/resource.ts';
import { exchange, init, openWebSocket, type SocketOptions, subscribe } from './web-socket.ts';

const closing = useClosing();

interface OpenOptions extends SocketOptions {
  origin?: string;
}

function open({ origin = graph.origin, ...options }: OpenOptions = {}) {
  const socket = openWebSocket(origin, options);
  closing({ close: () => socket.terminate() });
  return socket;
}

/** Opens a socket of an identified caller. */
async function connect(options?: OpenOptions) {
  const socket = open(options);
  expect(await exchange(socket, init)).toEqual({ type: 'connection_ack' });
  return socket;
}

/** The status and body with which an upgrade is rejected. */
async function rejectionOf(options: OpenOptions) {
  const socket = open(options);
  const [, response] = await once(socket, 'unexpected-response');
  return [response.statusCode, await text(response)];
}

async function closeOf(socket: WebSocket) {
  const [code, reason] = await once(socket, 'close');
  return [code, String(reason)];
}

let isOverloaded = false;
const { log, lines: logged } = captureLog();

const graph = useHttpGraph({
  log,
  environment: { CORS_ORIGINS: 'https://app.example' },
  slotLimits: { ...sharedSlotLimits, maxSubscriptions: 10 },
  isOverloaded: () => isOverloaded,
});
afterEach(() => {
  isOverloaded = false;
});

describe('an upgrade to a WebSocket', () => {
  it.each([
    ['another path', { path: '/' }, 404],
    ['a foreign page', { headers: { origin: 'https://evil.example' } }, 403],
    ['a sandboxed page', { headers: { origin: 'null' } }, 403],
    ['a page at a host name of its own', { headers: { host: 'evil.example', origin: 'http://evil.example' } }, 403],
    ['another subprotocol', { protocols: ['graphql-ws'] }, 400],
    ['no subprotocol', { protocols: [] }, 400],
  ])('from or with %s is rejected', async (_, options, status) => {
    expect(await rejectionOf(options)).toEqual([status, expect.any(String)]);
  });

  it.each([
    ['no origin', {}],
    ['an allowed origin', { headers: { origin: 'https://app.example' } }],
  ])('with %s is accepted', async (_, options) => {
    const socket = await connect(options);
    socket.close();
    expect((await closeOf(socket))[0]).toBe(1005);
  });

  it('is rejected while the server is overloaded', async () => {
    isOverloaded = true;
    expect(await rejectionOf({})).toEqual([503, expect.any(String)]);
  });

  it('to another protocol is an ordinary request', async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' };
    expect(await sendRaw(`${graph.origin}/health`, { headers })).toMatchObject({
      status: 200,
      text: '{"status":"ok"}',
    });
  });

  it('is answered with the id of the request', async () => {
    const socket = open({ headers: { 'x-request-id': 'page-1' } });
    const [[response]] = await Promise.all([once(socket, 'upgrade'), once(socket, 'open')]);
    expect(response.headers).toMatchObject({
      'x-request-id': 'page-1',
      'sec-websocket-protocol': 'graphql-transport-ws',
    });
    expect(response.headers).not.toHaveProperty('sec-websocket-extensions');
  });
});

describe('a server that serves the platform only', () => {
  it('has no WebSockets', async () => {
    const platform = await startHttpGraph({ environment: { SERVES: 'platform' } });
    expect(await rejectionOf({ origin: platform.origin })).toEqual([404, expect.any(String)]);
    await platform.close();
  });
});

describe('a WebSocket', () => {
  it.each([
    ['query', '{ lists { name } }'],
    ['mutation', 'mutation { createList(input: { name: "By socket" }) { __typename } }'],
  ])('carries no %s', async (_, query) => {
    const socket = await connect();
    expect(await exchange(socket, subscribe(query))).toMatchObject({
      type: 'error',
      id: '1',
      payload: [{ message: expect.stringMatching(/^The WebSocket carries subscriptions only/) }],
    });
    expect(await graph.listNames()).toEqual([]);
  });

  it.each([
    ['expired', [{ extensions: { code: 'CONNECTION_EXPIRED', tool: 'organization_get' } }]],
    ['late', [{ extensions: { code: 'BAD_REQUEST', known: expect.arrayContaining(['expired']) } }]],
  ])('simulates what its parameters or its upgrade name, as with %s', async (simulation, payload) => {
    const headers = { 'x-simulate': simulation };
    for (const [socket, parameters] of [[open(), headers] as const, [open({ headers }), {}] as const]) {
      await exchange(socket, { ...init, payload: parameters });
      const answer = await exchange(socket, subscribe('subscription { conversationEvents { id } }'));
      expect(answer).toMatchObject({ type: 'error', payload });
    }
  });

  it.each([
    ['is no JSON', '{', 4400],
    ['is not UTF-8', Buffer.from('{"type":"ping","payload":{"a":"\xff"}}', 'latin1'), 4400],
    ['has an unknown type', { type: 'start', id: '1' }, 4400],
    ['initialises it again', init, 4429],
    ['has a very long id', subscribe('subscription { __typename }', 'x'.repeat(201)), 4400],
    ['exceeds 1 MiB', subscribe(`{ ${' '.repeat(1024 * 1024)} }`), 1009],
  ])('is closed if a message %s', async (_, message, code) => {
    const socket = await connect();
    const closed = closeOf(socket);
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
    expect((await closed)[0]).toBe(code);
  });

  const serverMessages = [
    { type: 'connection_ack' },
    { type: 'next', id: '1', payload: { data: null } },
    { type: 'error', id: '1', payload: [{ message: 'No' }] },
  ];
  it.each(serverMessages)('is closed if the client sends $type, which only servers send', async (message) => {
    for (const before of [[], [init]]) {
      const requestId = `${message.type}-${before.length}`;
      const socket = open({ headers: { 'x-request-id': requestId } });
      await once(socket, 'open');
      for (const each of before) await exchange(socket, each);
      const closed = closeOf(socket);
      socket.send(JSON.stringify(message));

      expect(await closed).toEqual([4400, 'Invalid message received']);
      const lines = () => logged.filter((line) => line['requestId'] === requestId);
      await expect.poll(lines).toMatchObject([{ level: 30, msg: 'GET /graphql', status: 101, closeCode: 4400 }]);
    }
  });

  it('is closed if the client subscribes before it is identified', async () => {
    const socket = open();
    await once(socket, 'open');
    socket.send(JSON.stringify(subscribe('subscription { __typename }')));
    expect(await closeOf(socket)).toEqual([4401, 'Unauthorized']);
  });

  it('is closed if the client sends more than a token before it is identified', async () => {
    const socket = open();
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(32 * 1024) } }));
    expect(await closeOf(socket)).toEqual([4400, 'Send connection_init first.']);
  });

  it('answers a ping whose payload is nested too deeply to be written', async () => {
    const socket = await connect();
    const depth = 100_000;
    const ping = `{"type":"ping","payload":{"value":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    expect(await exchange(socket, ping)).toEqual({ type: 'pong' });
  });

  it('takes a turn before it parses the document of a subscription', async () => {
    const socket = await connect();
    const take = vi.fn<() => Promise<void>>(async () => {});
    using _spy = vi.spyOn(turnsOfWork, 'open').mockReturnValue({ isDue: true, take });
    expect(await exchange(socket, subscribe('subscription {'))).toMatchObject({ type: 'error' });
    expect(take).toHaveBeenCalledTimes(1);
  });

  it('hides why a subscription fails unexpectedly to start, and logs it', async () => {
    const streams = await startStreams({ failure: new Error('a secret') });
    const socket = await connect({ origin: streams.url });
    const payload = [{ message: expect.stringMatching(/^Unexpected error/) }];
    expect(await exchange(socket, subscribe('subscription { events }'))).toMatchObject({ type: 'error', payload });
    expect(streams.logged).toMatchObject([
      { level: 50, msg: 'a subscription failed to start', err: { message: 'a secret' } },
      { level: 40, msg: 'subscription rejected', errorCodes: ['INTERNAL_SERVER_ERROR'] },
    ]);
    await streams.close();
  });

  it('is closed if a frame is malformed, without effect on others', async () => {
    const other = await connect();
    const raw = await openSocket(graph.origin);
    raw.write(upgradeRequest);
    await once(raw, 'data');
    // Reserved bits are set, and the frame is not masked.
    raw.write(Buffer.from([0xf1, 0x02, 0x7b, 0x7d]));
    const [frame] = await once(raw, 'data');
    expect([frame[0], frame.readUInt16BE(2)]).toEqual([0x88, 1002]);
    raw.destroy();
    expect(await exchange(other, { type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('of a caller who has too many is closed, until another one is closed', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => connect()));
    const further = open();
    await once(further, 'open');
    further.send(JSON.stringify(init));
    expect(await closeOf(further)).toEqual([1013, 'A caller may have 10 WebSockets at the same time.']);

    sockets[0]?.close();
    const connects = async () => {
      const socket = open();
      await once(socket, 'open');
      const ended = Promise.race([once(socket, 'message'), once(socket, 'close')]);
      socket.send(JSON.stringify(init));
      const [answer] = await ended;
      socket.terminate();
      return String(answer);
    };
    await expect.poll(connects).toBe('{"type":"connection_ack"}');
  });

  it('is closed if the client does not initialise it', async () => {
    const streams = await startStreams({ times: { initMs: 300 } });
    const socket = open({ origin: streams.url });
    expect(await closeOf(socket)).toEqual([4408, 'Connection initialisation timeout']);
    await streams.close();
  });
});
