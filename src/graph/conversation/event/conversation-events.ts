import { z } from 'zod';
import {
  EventCursorError,
  type EventFeed,
  type StreamEvent,
  type StreamPosition,
} from '../../../infrastructure/event-stream/event-feed.ts';
import { webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import type { SubscriptionScope } from '../../core/context.ts';
import type { SourceEvent } from '../../core/subscription.ts';
import { OperationError } from '../../../operation/operation.ts';
import { cursorExpired, encodeEventCursor } from './event-cursor.ts';
import type { Memberships } from './membership.ts';

const triggerSchema = z.enum(webhookTriggers);

export type Trigger = z.output<typeof triggerSchema>;

/** An event of the caller's organization. */
export interface EventNode {
  id: string;
  cursor: string;
  trigger: Trigger;
  occurredAt: Date;
  activityId: string | null;
}

export interface EventSource {
  events: EventFeed;
  organization: string;
  caller: SubscriptionScope;
  memberships: Memberships;
  /** Undefined for all. */
  triggers: ReadonlySet<Trigger> | undefined;
  after: StreamPosition | undefined;
}

/**
 * Yields the events of an organization as long as the caller belongs to it.
 * @throws OperationError if events after the position are no longer stored, or the caller has left the organization
 * @throws ToolError if the caller's account is missing or expired
 */
export async function* conversationEvents(source: EventSource): AsyncGenerator<SourceEvent<EventNode>> {
  const { events, organization, caller, memberships, triggers, after } = source;
  try {
    for await (const event of events.read(organization, { after, signal: caller.signal })) {
      // The schema does not have the triggers that other platforms may add.
      const trigger = triggerSchema.safeParse(event.trigger).data;
      if (!trigger || (triggers && !triggers.has(trigger))) continue;
      const member = memberships.check(caller);
      // Do not wait without need: a process can have thousands of subscriptions.
      if ((typeof member === 'string' ? member : await member) !== organization) throw organizationLeft();
      const node = nodeOf(event, { organization, trigger });
      yield { key: `event ${node.cursor}`, value: node };
    }
  } catch (error) {
    throw error instanceof EventCursorError ? cursorExpired(error) : error;
  }
}

function nodeOf(
  { id, occurredAt, activityId, ...position }: StreamEvent & { generation: string },
  { organization, trigger }: { organization: string; trigger: Trigger },
): EventNode {
  return { id, cursor: encodeEventCursor(organization, position), trigger, occurredAt, activityId };
}

const organizationLeft = () =>
  new OperationError({
    code: 'EVENT_CURSOR_INVALID',
    message: "The caller's account now belongs to another organization. Subscribe without `after`.",
  });
