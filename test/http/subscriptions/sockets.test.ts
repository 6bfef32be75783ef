import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type HttpGraph, startHttpGraph } from '../http-graph.ts';

const protocol = 'graphql-transport-ws';

let graph: HttpGraph;

interface OpenOptions {
  headers?: Record<string, string>;
  path?: string;
  protocols?: string[];
}

const open = ({ headers = {}, path = '/graphql', protocols = [protocol] }: OpenOptions = {}) =>
  new WebSocket(`${graph.origin.replace('http', 'ws')}${path}`, protocols, { headers });

/** The status and body with which an upgrade is rejected. */
async function rejectionOf(options: OpenOptions) {
  const socket = open(options);
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  return [response.statusCode, await text(response)];
}

async function closeOf(socket: WebSocket) {
  const [code, reason] = await once(socket, 'close');
  return [code, String(reason)];
}

/** Opens a socket, sends messages and returns the next one. */
async function exchange(socket: WebSocket, ...messages: unknown[]) {
  if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open');
  const answer = once(socket, 'message');
  for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const [data] = await answer;
  return JSON.parse(String(data));
}

const init = { type: 'connection_init' };
const subscribe = (query: string, id = '1') => ({ type: 'subscribe', id, payload: { query } });

beforeAll(async () => {
  graph = await startHttpGraph({
    environment: { CORS_ORIGINS: 'https://app.example' },
    streamTimes: { initMs: 300 },
  });
});
afterAll(async () => graph.close());

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
    const socket = open(options);
    expect(await exchange(socket, init)).toEqual({ type: 'connection_ack' });
    socket.close();
    expect((await closeOf(socket))[0]).toBe(1005);
  });

  it('to another protocol is an ordinary request', async () => {
    const response = await fetch(`${graph.origin}/health`, { headers: { connection: 'close' } });
    expect(response.status).toBe(200);
  });
});

describe('a WebSocket', () => {
  it.each([
    ['query', '{ lists { name } }'],
    ['mutation', 'mutation { createList(input: { name: "By socket" }) { __typename } }'],
  ])('carries no %s', async (_, query) => {
    const socket = open();
    await exchange(socket, init);
    expect(await exchange(socket, subscribe(query))).toMatchObject({
      type: 'error',
      id: '1',
      payload: [{ message: expect.stringMatching(/^The WebSocket carries subscriptions only/) }],
    });
    expect(await graph.listNames()).toEqual([]);
    socket.terminate();
  });

  it('is closed if the client does not initialise it', async () => {
    expect(await closeOf(open())).toEqual([4408, 'Connection initialisation timeout']);
  });
});
