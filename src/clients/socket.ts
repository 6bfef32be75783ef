import { type Client as SocketClient, createClient } from 'graphql-ws';
import { type ClientOptions, graphUrl } from './options.ts';
import { resuming } from './resuming.ts';

/** Carries all subscriptions of a page over one WebSocket. */
export function createSocket({ url = graphUrl, token, reload }: ClientOptions = {}): SocketClient {
  let pongTimer: ReturnType<typeof setTimeout>;
  const socket = createClient({
    url: url.replace(/^http/, 'ws'),
    // `resuming` retries instead of the client, and continues after the last event that arrived.
    retryAttempts: 0,
    connectionParams: async () => (token ? { authorization: `Bearer ${await token()}` } : {}),
    connectionAckWaitTimeout: 10_000,
    keepAlive: 10_000,
    on: {
      // Closes a connection on which the server does not respond to a ping.
      ping(isReceived) {
        if (!isReceived) pongTimer = setTimeout(() => socket.terminate(), 10_000);
      },
      pong: () => clearTimeout(pongTimer),
      closed: () => clearTimeout(pongTimer),
    },
  });
  return resuming(socket, reload);
}
