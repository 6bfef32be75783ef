import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { resuming } from '../../clients/set-up/resuming.ts';

/**
 * Opens subscriptions in a process of its own, so that reading their events does not slow the server. Reports each
 * received event with its time; exits when the parent disconnects.
 */
const { url, transport, tokens, count } = z
  .object({ url: z.url(), transport: z.enum(['sse', 'ws', 'resuming']), tokens: z.array(z.string()), count: z.int() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const query = 'subscription { conversationEvents { id cursor } }';
const resultSchema = z.object({
  data: z.object({ conversationEvents: z.object({ id: z.string(), cursor: z.string() }) }).nullish(),
  errors: z.array(z.unknown()).optional(),
});

/** Ignores errors, because the parent can disconnect at any time. */
const report = (message: Arrival | { failure: string }) => process.send?.(message, undefined, {}, () => {});

/** An event that a subscriber received. */
export interface Arrival {
  event: string;
  subscriber: number;
  /** In milliseconds since 1970. */
  at: number;
}

function receive(text: string, subscriber: number): void {
  const at = Date.now();
  const { data, errors } = resultSchema.parse(JSON.parse(text));
  if (data) report({ event: data.conversationEvents.id, subscriber, at });
  if (errors) report({ failure: JSON.stringify(errors) });
}

const agent = new Agent({ maxSockets: Infinity });

function subscribeOverSse(subscriber: number, authorization: string): void {
  const headers = { authorization, accept: 'text/event-stream', 'content-type': 'application/json' };
  const sent = request(url, { method: 'POST', agent, headers });
  sent.on('error', ({ message }) => report({ failure: message }));
  sent.on('response', (response) => {
    if (response.statusCode !== 200) report({ failure: `status ${response.statusCode}` });
    const lines = createInterface({ input: response });
    lines.on('error', ({ message }) => report({ failure: message }));
    lines.on('line', (line) => {
      if (line.startsWith('data: {')) receive(line.slice('data: '.length), subscriber);
    });
  });
  sent.end(JSON.stringify({ query }));
}

const messageSchema = z.object({ type: z.string(), payload: z.unknown().optional() });

function subscribeOverWebSocket(subscriber: number, authorization: string): void {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), 'graphql-transport-ws', { perMessageDeflate: false });
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'connection_init', payload: { authorization } }));
  socket.on('close', (code) => report({ failure: `closed with ${code}` }));
  socket.on('error', ({ message }) => report({ failure: message }));
  socket.on('message', (text: Buffer) => {
    const { type, payload } = messageSchema.parse(JSON.parse(text.toString()));
    if (type === 'connection_ack') send({ type: 'subscribe', id: '1', payload: { query } });
    else if (type === 'ping') send({ type: 'pong' });
    else if (type === 'next') receive(JSON.stringify(payload), subscriber);
    else if (type !== 'pong') report({ failure: text.toString() });
  });
}

/** Subscribes as frontends do, over both transports in turn. */
function subscribeAndResume(subscriber: number, authorization: string): void {
  const settings = { retryAttempts: 0, connectionParams: { authorization }, headers: { authorization } };
  const reload = () => report({ failure: 'events were lost' });
  const client =
    subscriber % 2 === 0
      ? resuming(createSocketClient({ url: url.replace(/^http/, 'ws'), ...settings }), reload)
      : resuming(createSseClient({ url, ...settings }), reload);
  client.subscribe(
    { query: 'subscription ($after: EventCursor) { conversationEvents(after: $after) { id cursor } }' },
    {
      next: (result) => receive(JSON.stringify(result), subscriber),
      error: (error) => report({ failure: String(error) }),
      complete: () => report({ failure: 'completed' }),
    },
  );
}

const subscribe = { sse: subscribeOverSse, ws: subscribeOverWebSocket, resuming: subscribeAndResume }[transport];
for (let subscriber = 0; subscriber < count; subscriber += 1) {
  subscribe(subscriber, `Bearer ${tokens[subscriber % tokens.length]}`);
  // A few at a time, as clients connect in practice.
  if (subscriber % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 20));
}
process.on('disconnect', () => process.exit());
