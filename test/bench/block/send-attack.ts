import { connect } from 'node:net';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { postJson } from '../../support/network/post-json.ts';
import { many } from '../figure.ts';
import type { Attack } from './attacks.ts';

interface Target {
  url: URL;
  token: string;
}

const timeoutMs = 60_000;

/**
 * Writes the requests of an attack.
 * @returns a function that sends them at once, and waits until all are answered
 */
export function prepareAttack(
  { transport, count = 30, connections = 1, query, variables = {}, headers = {} }: Attack,
  target: Target,
): () => Promise<void> {
  if (transport === 'unfinished') return async () => void (await Promise.all(many(count, () => begin(target))));
  const requests = many(count, (number) => ({ query: query(number), variables }));
  if (transport === 'websocket') return async () => subscribeAll(requests, target);
  // Serialize now: this process also measures the other caller, who must not wait for it.
  const bodies = requests.map((request) => JSON.stringify(request));
  if (transport === 'pipelined') {
    const text = pipelined(bodies, target);
    return async () => void (await Promise.all(many(connections, () => sendUntilClosed(text, target))));
  }
  return async () => void (await Promise.all(bodies.map((body) => post(body, { ...target, headers }))));
}

async function post(
  body: string,
  { url, token, headers }: Target & { headers: Record<string, string> },
): Promise<void> {
  try {
    const init = { headers: { authorization: `Bearer ${token}`, ...headers }, signal: AbortSignal.timeout(timeoutMs) };
    const response = await postJson(url.href, body, init);
    await response.text();
  } catch (error) {
    console.error('  no response:', error instanceof Error ? error.message : error);
  }
}

async function subscribeAll(
  requests: readonly { query: string; variables: Record<string, unknown> }[],
  { url, token }: Target,
): Promise<void> {
  const client = createClient({
    url: url.href.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    lazy: false,
    retryAttempts: 0,
  });
  // An accepted subscription waits for events and never completes, so limit the total time.
  const settled = requests.map(
    (request) =>
      new Promise<void>((resolve) => {
        client.subscribe(request, { next: () => {}, error: () => resolve(), complete: resolve });
      }),
  );
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, 5_000);
  await Promise.race([Promise.all(settled), limit.promise]);
  clearTimeout(timer);
  await client.dispose();
}

/** The text of all requests; the last one asks the server to close the connection. */
function pipelined(bodies: readonly string[], { url, token }: Target): string {
  const texts = bodies.map((body, index) => {
    const close = index === bodies.length - 1 ? 'connection: close\r\n' : '';
    return `POST /graphql HTTP/1.1\r\nhost: ${url.host}\r\n${close}content-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  });
  return texts.join('');
}

/** Begins a token request, which needs no authentication, and never completes its body. */
const begin = (target: Target) =>
  sendUntilClosed(
    `POST /oauth/token HTTP/1.1\r\nhost: ${target.url.host}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\ngrant_type=`,
    target,
  );

/** Writes the text without waiting for responses, then waits until the connection closes. */
async function sendUntilClosed(text: string, { url }: Target): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  socket
    .on('error', () => {})
    .resume()
    .write(text);
  await closed;
  clearTimeout(timer);
}
