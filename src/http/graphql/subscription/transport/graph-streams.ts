import { setTimeout as wait } from 'node:timers/promises';
import type { StreamEnds } from './stream-ends.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { SubscriptionSockets } from './websocket/subscription-sockets.ts';

/** How long clients can take to receive the last result of their subscriptions. */
const lastResultMs = 2_000;

interface StreamParts {
  subscriptions: Subscriptions;
  sockets: SubscriptionSockets;
  ends: StreamEnds;
}

export function createGraphStreams({ subscriptions, sockets, ends }: StreamParts) {
  return {
    upgrade: sockets.upgrade,
    drain: subscriptions.drain,
    /** Ends all subscriptions so that their clients subscribe again elsewhere, and closes the WebSockets. */
    async end() {
      subscriptions.drain();
      ends.endAll();
      const timeout = new AbortController();
      const tooLate = wait(lastResultMs, undefined, { signal: timeout.signal }).catch(() => {});
      await Promise.race([subscriptions.whenIdle(), tooLate]);
      timeout.abort();
      await sockets.close();
    },
  };
}
