import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Subscriptions } from './subscriptions.ts';
import type { SubscriptionSockets } from './websocket/subscription-sockets.ts';

export interface GraphStreams {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Rejects new subscriptions; those that run continue. */
  drain(): void;
  /** Ends all subscriptions so that their clients subscribe again elsewhere, and closes the WebSockets. */
  end(): Promise<void>;
}

/** How long clients can take to receive the last result of their subscriptions. */
const lastResultMs = 2_000;

export function createGraphStreams({
  subscriptions,
  sockets,
  endAll,
}: {
  subscriptions: Subscriptions;
  sockets: SubscriptionSockets;
  endAll: () => void;
}): GraphStreams {
  return {
    upgrade: sockets.upgrade,
    drain: subscriptions.drain,
    async end() {
      subscriptions.drain();
      endAll();
      const timeout = new AbortController();
      const tooLate = wait(lastResultMs, undefined, { signal: timeout.signal }).catch(() => {});
      await Promise.race([subscriptions.whenIdle(), tooLate]);
      timeout.abort();
      await sockets.close();
    },
  };
}
