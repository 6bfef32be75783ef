import { type Client, createClient } from 'graphql-ws';
import { resuming, type StreamOptions } from './resuming.ts';

/** Carries all subscriptions of a page over one WebSocket. */
export function createSocket({ url, token, reload }: StreamOptions): Client {
  let pongTimer: ReturnType<typeof setTimeout>;
  const socket = createClient({
    url: url.replace(/^http/, 'ws'),
    retryAttempts: 0,
    connectionParams: async () => ({ authorization: `Bearer ${await token()}` }),
    connectionAckWaitTimeout: 10_000,
    keepAlive: 10_000,
    on: {
      ping(isReceived) {
        if (!isReceived) pongTimer = setTimeout(() => socket.terminate(), 10_000);
      },
      pong: () => clearTimeout(pongTimer),
      closed: () => clearTimeout(pongTimer),
    },
  });
  return resuming(socket, reload);
}
