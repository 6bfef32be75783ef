import type { ExecutionResult } from 'graphql';
import type { Writable } from 'node:stream';
import type { FollowedResults } from './followed-results.ts';
import type { Subscriptions } from './subscriptions.ts';

/**
 * The headers of an event stream. Without them, proxies buffer or compress the events, and clients receive them late or
 * never.
 */
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
/** A comment. The first one makes browsers hand the headers to the client. */
const heartbeat = encoder.encode(':\n\n');
const completion = 'event: complete\ndata:\n\n';

const eventOf = (text: string) => `event: next\ndata: ${text}\n\n`;

/** Writes a single result in the "distinct connections" mode of the GraphQL over SSE protocol. */
export const singleEventResponse = (text: string) => new Response(`${eventOf(text)}${completion}`, { headers });

interface SseOptions {
  write: (result: ExecutionResult) => string;
  subscriptions: Pick<Subscriptions, 'pulse' | 'times'>;
  /** Where the response is written; omitted if the request does not come from a connection. */
  outgoing?: Writable | undefined;
}

/**
 * Writes the results of a subscription in the "distinct connections" mode of the GraphQL over SSE protocol. The next
 * result is read only when the client has received the last one. A client that takes too long is disconnected.
 */
export function eventStreamResponse(
  results: FollowedResults,
  { write, subscriptions: { pulse, times }, outgoing }: SseOptions,
): Response {
  let leavePulse = () => {};
  let blockedAt: number | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(heartbeat);
      leavePulse = pulse.add(() => {
        // A heartbeat for a client that does not read would only fill the memory.
        if ((controller.desiredSize ?? 0) > 0) {
          blockedAt = undefined;
          return controller.enqueue(heartbeat);
        }
        blockedAt ??= performance.now();
        if (performance.now() - blockedAt < times.stalledMs) return;
        leavePulse();
        results.stop('stalled');
        outgoing?.destroy();
      });
    },
    async pull(controller) {
      try {
        const result = await results.next();
        if (result.done !== true) return controller.enqueue(encoder.encode(eventOf(write(result.value))));
        controller.enqueue(encoder.encode(completion));
        controller.close();
        leavePulse();
      } catch (error) {
        leavePulse();
        throw error;
      }
    },
    cancel() {
      leavePulse();
      results.stop('client');
    },
  });
  return new Response(stream, { headers });
}
