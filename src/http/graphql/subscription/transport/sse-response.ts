import { PassThrough, type Writable } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import type { ServerBindings } from '../../../../tools/server-bindings.ts';
import { randomReconnectDelayMs } from '../stream-ends.ts';
import type { TrackedResults } from './tracked-results.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Without the last two headers, proxies cache, compress or buffer the events. */
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** A comment line. The first heartbeat makes browsers pass the headers of the response to the client. */
const heartbeat = ':\n\n';
/** How long a client waits before it reconnects. Random, so that clients of a crashed server return one by one. */
const reconnection = () => `retry: ${randomReconnectDelayMs()}\n${heartbeat}`;
const completion = 'event: complete\ndata:\n\n';

const eventOf = (text: string) => `event: next\ndata: ${text}\n\n`;

/** A response in the "distinct connections" mode of the GraphQL over SSE protocol. */
export const singleEventResponse = (text: string) => new Response(`${eventOf(text)}${completion}`, { headers });

interface SseOptions {
  textOf: (result: ExecutionResult) => string;
  subscriptions: Pick<Subscriptions, 'pulse' | 'times'>;
  connection: Partial<ServerBindings> | undefined;
}

/** Writes to the connection itself: a web stream would triple the memory of an idle subscription. */
export function eventStreamResponse(results: TrackedResults, options: SseOptions): Response {
  const { connection } = options;
  if (!connection?.outgoing) {
    const body = new PassThrough();
    sendEvents(results, body, options);
    return new Response(webStreamOf(body), { headers });
  }
  // The client can have disconnected while the subscription started; the event `close` has then already been emitted.
  if (connection.outgoing.closed) results.stop('client');
  else connection.outgoing.once('close', () => results.stop('client'));
  connection.writeBody = (outgoing) => sendEvents(results, outgoing, options);
  return new Response(null, { headers });
}

/** Reads a result only after the client received the previous result. A client that takes too long is disconnected. */
function sendEvents(
  results: TrackedResults,
  outgoing: Writable,
  { textOf, subscriptions: { pulse, times } }: SseOptions,
): void {
  if (outgoing.closed) return;
  let blockedAt: number | undefined;
  const stopPulse = pulse.add(() => {
    if (!outgoing.writableNeedDrain) {
      blockedAt = undefined;
      outgoing.write(heartbeat);
      return;
    }
    // A heartbeat for a client that does not read would only fill the memory.
    blockedAt ??= performance.now();
    if (performance.now() - blockedAt < times.stalledMs) return;
    results.stop('stalled');
    outgoing.destroy();
  });
  outgoing.once('close', () => {
    stopPulse();
    results.stop('client');
  });

  async function sendNext(): Promise<void> {
    const result = await results.next();
    if (outgoing.destroyed) return;
    if (result.done === true) {
      stopPulse();
      outgoing.end(completion);
    } else if (outgoing.write(eventOf(textOf(result.value)))) send();
    else {
      blockedAt = undefined;
      outgoing.once('drain', send);
    }
  }
  // `trackResults` has already reported the failure.
  const send = () => void sendNext().catch(() => outgoing.destroy());
  outgoing.write(reconnection());
  send();
}

function webStreamOf(body: PassThrough): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void body.destroy(),
  });
}
