import { createHash } from 'node:crypto';
import type { EventOrder, ReceivedEvent } from '../../infrastructure/event-stream/event-feed.ts';
import { eventPayload, maxIdLength } from '../../tools/conversation/event.ts';
import { webhookTriggers } from '../../tools/conversation/vocabulary.ts';
import { parseJson } from '../../tools/rules/json.ts';

const triggers: ReadonlySet<string> = new Set(Object.values(webhookTriggers));

/** Whether the graph has a value for the trigger. Platforms may add triggers. */
export const isKnownTrigger = (trigger: string) => triggers.has(trigger);

const isEventId = (id: string | undefined): id is string => id !== undefined && id !== '' && id.length <= maxIdLength;

/**
 * Reads the headers that say where an event belongs.
 * @returns undefined if the platform does not send them; the events then have the order of their arrival
 */
export function readOrder(position: string | undefined, after: string | undefined): EventOrder | undefined {
  if (position === undefined || !/^\d{1,15}$/.test(position)) return undefined;
  return { position: Number(position), after: isEventId(after) ? after : undefined };
}

/**
 * Reads the event in the body of a webhook.
 * @param id the id of the message; without one, a hash of the body identifies the event
 * @returns undefined if the body is not JSON, or not an object with a `type`
 */
export function readEvent(body: string, id: string | undefined): ReceivedEvent | undefined {
  const { data: payload } = eventPayload.safeParse(parseJson(body));
  if (!payload) return undefined;
  return {
    id: isEventId(id) ? id : createHash('sha256').update(body).digest('hex'),
    trigger: payload.type,
    occurredAt: payload.timestamp ?? new Date(),
    activityId: payload.data?.activity?.id ?? null,
  };
}
