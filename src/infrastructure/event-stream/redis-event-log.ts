import { hash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { connectRedis } from '../redis/redis-connection.ts';
import {
  defaultHoldLimits,
  EventCursorError,
  type HoldLimits,
  type ReceivingEventLog,
  type StreamEvent,
  type StreamPosition,
} from './event-feed.ts';
import { appendEventScript, generationEndScript, streamEndScript, readEventsScript } from './redis-scripts.ts';

interface RedisEventLogOptions extends Partial<HoldLimits> {
  url: string;
  namespace: string;
  retentionDays: number;
  /** Maximum number of events of one organization; Redis can store up to a hundred more. */
  maxEvents?: number;
  log: Logger;
}

/** An event takes about 380 bytes in Redis, so an organization takes at most 38 MB. */
const defaultMaxEvents = 100_000;
/** Maximum number of stream ends to read at once, because the time for a reply is limited. */
const maxEndsAtOnce = 200;

const endSchema = z.tuple([z.string(), z.coerce.number()]);

const eventSchema = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.object({
      id: z.string(),
      trigger: z.string(),
      occurredAt: z.coerce.date(),
      activityId: z.string().nullable(),
      details: z.record(z.string(), z.unknown()).nullish(),
    }),
  );

const entriesSchema = z.array(
  z
    .tuple([z.string(), z.tuple([z.literal('receivedAt'), z.string(), z.literal('event'), eventSchema])])
    .transform(([id, [, , , event]]): StreamEvent => ({ ...event, position: Number.parseInt(id, 10) })),
);

/** Stores events in Redis, shared by all graph nodes in front of a remote platform. */
export function createRedisEventLog(options: RedisEventLogOptions): ReceivingEventLog & { close(): void } {
  const { url, namespace, retentionDays, maxEvents, holdMs, maxHeld, log } = {
    maxEvents: defaultMaxEvents,
    ...defaultHoldLimits,
    ...options,
  };
  /** The arguments of `appendFunctions`; the id is the generation of a new stream. */
  const appendArguments = () => [randomUUID(), ...[retentionDays * 86_400_000, maxEvents, holdMs, maxHeld].map(String)];
  const { client, run, close } = connectRedis({
    url,
    onDown: (reason) => log.warn({ reason }, 'the shared event log is down: received events are rejected'),
    onUp: () => log.info('the shared event log is back'),
  });

  /** @throws Error if Redis is down or too slow; Redis may still execute the script */
  async function evaluate(script: string, requests: readonly { organization: string; arguments: string[] }[]) {
    const replies = await run(() =>
      Promise.all(
        requests.map(async ({ organization, arguments: args }) => ({
          organization,
          reply: await client.eval(script, { keys: keysOf(namespace, organization), arguments: args }),
        })),
      ),
    );
    if (!replies) throw new Error('Redis is down or too slow.');
    return replies;
  }

  return {
    async ends(organizations) {
      const ends = new Map<string, StreamPosition>();
      for (let start = 0; start < organizations.length; start += maxEndsAtOnce) {
        const replies = await evaluate(
          streamEndScript,
          organizations
            .slice(start, start + maxEndsAtOnce)
            .map((organization) => ({ organization, arguments: appendArguments() })),
        );
        for (const { organization, reply } of replies) {
          const [generation, position] = endSchema.parse(reply);
          ends.set(organization, { generation, position });
        }
      }
      return ends;
    },
    async read(organization, { after, limit }) {
      const range = [after.generation, String(after.position), String(limit)];
      const [result] = await evaluate(readEventsScript, [{ organization, arguments: range }]);
      if (result?.reply === null) throw new EventCursorError();
      return entriesSchema.parse(result?.reply);
    },
    async endOf(organization, generation) {
      const [result] = await evaluate(generationEndScript, [{ organization, arguments: [generation] }]);
      return z.number().nullable().parse(result?.reply) ?? undefined;
    },
    async append(organization, { order, ...event }) {
      const place = order ? [String(order.position), order.after ?? ''] : [];
      const [result] = await evaluate(appendEventScript, [
        { organization, arguments: [...appendArguments(), event.id, JSON.stringify(event), ...place] },
      ]);
      return result?.reply === 1;
    },
    close,
  };
}

/** The part in braces makes a Redis cluster store all keys of an organization on one server. */
function keysOf(namespace: string, organization: string): string[] {
  const tag = hash('sha256', JSON.stringify([namespace, organization]), 'base64url');
  return ['head', 'stream', 'ids', 'held'].map((name) => `events:{${tag}}:${name}`);
}
