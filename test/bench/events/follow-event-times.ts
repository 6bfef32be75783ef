import { createInterface } from 'node:readline';
import { request } from 'undici';
import { z } from 'zod';
import { tokenOf } from '../load/caller-token.ts';
import { subscribers } from './event-server.ts';

const query = 'subscription { conversationEvents { id occurredAt } }';
const resultSchema = z.object({
  data: z.object({ conversationEvents: z.object({ id: z.string(), occurredAt: z.coerce.date() }) }),
});

/** Returns a function that returns when an event occurred, in milliseconds since 1970, once it was received. */
export async function followEventTimes(url: string): Promise<(event: string) => Promise<number>> {
  const times = new Map<string, number>();
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(subscribers[9] ?? '')}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query }),
    bodyTimeout: 0,
  });
  if (statusCode !== 200) throw new Error(`The subscription failed with status ${statusCode}.`);
  const lines = createInterface({ input: body });
  // The server is killed at the end.
  lines.on('error', () => {});
  lines.on('line', (line) => {
    if (!line.startsWith('data: {')) return;
    const { id, occurredAt } = resultSchema.parse(JSON.parse(line.slice('data: '.length))).data.conversationEvents;
    times.set(id, occurredAt.getTime());
  });
  return async (event) => {
    for (;;) {
      const time = times.get(event);
      if (time !== undefined) return time;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
}
