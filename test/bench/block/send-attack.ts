import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Attack, AttackRequest } from './attacks.ts';

interface Target {
  url: URL;
  token: string;
}

const timeoutMs = 60_000;

/** Sends all requests of an attack at once, and waits until all are answered. */
export async function sendAttack({ transport, count = 30, request }: Attack, target: Target): Promise<void> {
  const requests = Array.from({ length: count }, (_, number) => request(number));
  if (transport === 'websocket') await subscribeAll(requests, target);
  else if (transport === 'pipelined') await pipeline(requests, target);
  else await Promise.all(requests.map((each) => post(each, target)));
}

async function post({ query, variables = {}, headers }: AttackRequest, { url, token }: Target): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.text();
  } catch (error) {
    console.error('  no response:', error instanceof Error ? error.message : error);
  }
}

async function subscribeAll(requests: readonly AttackRequest[], { url, token }: Target): Promise<void> {
  const client = createClient({
    url: url.href.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    lazy: false,
    retryAttempts: 0,
  });
  // A subscription that is accepted waits for events, so the time for all of them is limited.
  const settled = requests.map(
    (request) =>
      new Promise<void>((resolve) => {
        client.subscribe({ ...request }, { next: () => {}, error: () => resolve(), complete: resolve });
      }),
  );
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, 5_000);
  await Promise.race([Promise.all(settled), limit.promise]);
  clearTimeout(timer);
  await client.dispose();
}

/** Writes all requests to one connection before the first response arrives. */
async function pipeline(requests: readonly AttackRequest[], { url, token }: Target): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  const texts = requests.map((request, index) => {
    const body = JSON.stringify(request);
    const close = index === requests.length - 1 ? 'connection: close\r\n' : '';
    return `POST /graphql HTTP/1.1\r\nhost: ${url.host}\r\n${close}content-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  });
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.on('error', () => {});
  socket.resume();
  socket.write(texts.join(''));
  await once(socket, 'close');
}
