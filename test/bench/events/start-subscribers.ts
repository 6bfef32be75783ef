import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { tokenOf } from '../load/caller-token.ts';
import { type EventServer, subscribers } from './event-server.ts';

/** `resuming` uses both transports, with the clients of frontends, which resume after an interruption. */
export type SubscriptionTransport = 'sse' | 'ws' | 'resuming';

const messageSchema = z.union([
  z.object({ event: z.string(), subscriber: z.int(), at: z.number() }),
  z.object({ failure: z.string() }),
]);

/** Subscriptions of a separate process. */
export interface Subscribers {
  /** For each event, when each subscriber received it, in milliseconds since 1970. A repeated event is a failure. */
  arrivals: Map<string, Map<number, number>>;
  failures: string[];
  /** Waits until all have received an event that nobody had received before the call. @throws Error after a minute */
  receivedByAll(): Promise<{ event: string; times: number[] }>;
  close(): Promise<void>;
}

export async function startSubscribers(options: {
  url: string;
  transport: SubscriptionTransport;
  count: number;
}): Promise<Subscribers> {
  const tokens = await Promise.all(subscribers.map(tokenOf));
  const path = join(import.meta.dirname, 'subscriber-process.ts');
  const child = fork(path, [JSON.stringify({ ...options, tokens })]);
  const arrivals: Subscribers['arrivals'] = new Map();
  const failures: string[] = [];
  child.on('message', (message) => {
    const received = messageSchema.parse(message);
    if ('failure' in received) return void failures.push(received.failure);
    const { event, subscriber, at } = received;
    const times = arrivals.get(event) ?? new Map<number, number>();
    if (times.has(subscriber)) failures.push(`repeated: ${event}`);
    arrivals.set(event, times.set(subscriber, at));
  });
  return {
    arrivals,
    failures,
    async receivedByAll() {
      const known = new Set(arrivals.keys());
      const deadline = Date.now() + 60_000;
      while (Date.now() < deadline) {
        for (const [event, times] of arrivals) {
          if (!known.has(event) && times.size === options.count) return { event, times: [...times.values()] };
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const counts = Array.from(arrivals.values(), ({ size }) => size);
      throw new Error(
        `Events were received by ${counts.join(', ')} subscribers; failures: ${failures.slice(0, 5).join('; ')}`,
      );
    },
    async close() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** Causes events until all have received one: subscriptions are not acknowledged, so an event can come too early. */
export async function causeFirstEvent(server: EventServer, received: Promise<unknown>): Promise<void> {
  const isReceived = received.then(() => true);
  do await server.upload('First');
  while (!(await Promise.race([isReceived, wait(3000, false)])));
}
