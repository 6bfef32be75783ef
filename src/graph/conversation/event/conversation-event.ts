import { z } from 'zod';
import type { Connector } from '../../../connector/connector.ts';
import type { EventFeed } from '../../../infrastructure/event-stream/create-event-feed.ts';
import {
  EventCursorError,
  type StreamEvent,
  type StreamPosition,
} from '../../../infrastructure/event-stream/event-feed.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { OperationError } from '../../../operation/operation.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { coachingFeedbackPayload, type CoachingFeedbackRecord } from '../../../tools/conversation/team.ts';
import { webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import { eventDetails } from '../../../tools/conversation/webhook.ts';
import { builder, knownTime } from '../../core/builder.ts';
import { requireSubscription, type SourceEvent, type SubscriptionScope } from '../../core/context.ts';
import { invalidInput } from '../../core/input.ts';
import { activityField } from '../activity/activity.ts';
import { personalDataTag } from '../../federation/tags.ts';
import { CoachingFeedback } from '../team/coaching.ts';
import { userField } from '../team/user.ts';
import { WebhookTrigger } from '../vocabulary.ts';
import { cursorExpired, encodeEventCursor, positionIn, readEventCursor } from './event-cursor.ts';
import { idOfOrganization, membershipsOf } from './membership.ts';

const triggerSchema = z.enum(webhookTriggers);

type Trigger = z.output<typeof triggerSchema>;

interface EventNode {
  id: string;
  cursor: string;
  trigger: Trigger;
  occurredAt: Date;
  activityId: string | null;
  userId: string | null;
  recipients: readonly string[] | null;
  message: string | null;
  feedback: CoachingFeedbackRecord | null;
}

/** Every member can get this data anyway: from webhooks, and the coaching feedback from `coaching_feedback_list`. */
const readableByAll = 'Every member of the organization whose token has the scope `convo:read` can read this field.';

const eventUser = userField(
  'Team member who shared, exported or played the conversation; null for other events, or if the platform does not report it.',
  'userId',
);

const eventActivity = activityField(
  'Activity that the event is about, loaded after the event occurred; null if the event names no activity.',
);

const ConversationEvent = builder.objectRef<EventNode>('ConversationEvent').implement({
  description:
    "An event of the caller's organization, such as a conversation that was processed. Webhooks receive the same events.",
  extensions: conversationSource,
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'ID of the event. After a crash of the server, an event can be received twice, with the same ID.',
    }),
    cursor: t.expose('cursor', {
      type: 'EventCursor',
      nullable: false,
      description:
        'Cursor of this event. Store it, and pass it to `conversationEvents` as `after` to continue after this event.',
    }),
    trigger: t.expose('trigger', {
      type: WebhookTrigger,
      nullable: false,
      description: 'Kind of event, such as `CONVERSATION_PROCESSED`.',
    }),
    occurredAt: t.expose('occurredAt', knownTime('the event occurred')),
    activity: t.field({
      ...eventActivity,
      resolve: (event, args, context, info) => {
        context.discardEarlierReads();
        return eventActivity.resolve(event, args, context, info);
      },
    }),
    user: t.field({
      ...eventUser,
      resolve: (event, args, context, info) => {
        context.discardEarlierReads();
        return eventUser.resolve(event, args, context, info);
      },
    }),
    recipients: t.expose('recipients', {
      type: ['EmailAddress'],
      tag: personalDataTag,
      description: `Email addresses with which the conversation was shared, inside or outside the team; null for other events. ${readableByAll}`,
    }),
    message: t.exposeString('message', {
      description: `What the user wrote to the recipients; null for other events, or if they wrote nothing. ${readableByAll}`,
    }),
    feedback: t.expose('feedback', {
      type: CoachingFeedback,
      description: `The completed coaching feedback, as it was when the event occurred; null for other events. ${readableByAll}`,
    }),
  }),
});

builder.subscriptionField('conversationEvents', (t) =>
  t.field({
    type: ConversationEvent,
    nullable: false,
    extensions: toolCalls({ batched: [{ tool: 'organization_get' }] }),
    description: [
      "Emits the events of the caller's organization in the order in which they occurred: with `after`, first the events after this cursor, then each new event as it occurs.",
      'To continue after a lost connection, subscribe again with `after` and the cursor of the last event: no event is missed, on any server and over any transport.',
      'Each event is executed like a query of its own, and costs as much. Subscriptions of one caller share what they load for an event. If `activity` cannot be loaded, it is null with an error, and the next event follows.',
      'Starting costs one `organization_get` call.',
      'The last result before the end has only errors: `SUBSCRIPTION_ENDED` (after about an hour, or when the server stops) and `RATE_LIMITED` mean that the client should subscribe again with `after`, `UNAUTHENTICATED` that it needs a new token first. `EVENT_CURSOR_EXPIRED` means that events after the cursor are no longer stored: load the current state again, and subscribe without `after`. `EVENT_CURSOR_INVALID` means that `after` is not a cursor of this organization, or that the caller has changed organizations.',
    ].join(' '),
    args: {
      triggers: t.arg({
        type: [WebhookTrigger],
        description: 'Kinds of events to emit, at least one. Omit it to receive all kinds.',
      }),
      after: t.arg({
        type: 'EventCursor',
        description:
          'Cursor of the last event that was received. Omit it to receive only events that occur from now on.',
      }),
    },
    subscribe: async (_, args, { connector, conversation, events, subscription }, { fieldName }) => {
      const caller = requireSubscription(subscription);
      if (args.triggers?.length === 0) throw invalidInput(['triggers'], 'must name at least one event, or be omitted');
      const cursor = readEventCursor(args.after, fieldName);
      // A cached organization may belong to an account that has been removed since.
      connector.discardReads(caller.identifier);
      const organization = idOfOrganization(await conversation.organization());
      const after = positionIn(organization, cursor);
      membershipsOf(connector).confirm(caller, organization);
      return eventsOf({
        events,
        organization,
        after,
        caller,
        connector,
        triggers: args.triggers && new Set(args.triggers),
      });
    },
    resolve: ({ value }) => value,
  }),
);

interface EventsSource {
  events: EventFeed;
  organization: string;
  after: StreamPosition | undefined;
  caller: SubscriptionScope;
  connector: Connector;
  /** Triggers to emit; null or undefined for all. */
  triggers: ReadonlySet<Trigger> | null | undefined;
}

/**
 * @throws OperationError if events after the position are no longer stored, or the caller has left the organization
 * @throws ToolError if the caller's account is missing or expired, or no longer permits the call
 */
async function* eventsOf(source: EventsSource): AsyncGenerator<SourceEvent<EventNode>> {
  const { events, organization, after, caller, connector, triggers } = source;
  const memberships = membershipsOf(connector);
  try {
    const received = events.read(organization, { after, signal: caller.signal });
    for await (const { id, occurredAt, activityId, details, ...event } of received) {
      // Skip triggers that the schema does not have: other platforms may add some.
      const trigger = triggerSchema.safeParse(event.trigger).data;
      if (!trigger || (triggers && !triggers.has(trigger))) continue;
      const current = memberships.check(caller);
      // Avoid an unnecessary `await`: a process can have thousands of subscriptions.
      if ((typeof current === 'string' ? current : await current) !== organization) throw organizationLeft();
      const cursor = encodeEventCursor(organization, event);
      yield { key: `event ${cursor}`, value: { id, cursor, trigger, occurredAt, activityId, ...readDetails(details) } };
    }
  } catch (error) {
    throw error instanceof EventCursorError ? cursorExpired(error) : error;
  }
}

function readDetails(stored: StreamEvent['details']) {
  const { data: details } = eventDetails.safeParse(stored);
  const actor = details?.shared_by ?? details?.exported_by ?? details?.played_by;
  return {
    userId: actor?.id ?? null,
    recipients: details?.recipients ?? null,
    message: details?.message ?? null,
    feedback: coachingFeedbackPayload.safeParse(details?.feedback).data ?? null,
  };
}

const organizationLeft = () =>
  new OperationError({
    code: 'EVENT_CURSOR_INVALID',
    message: "The caller's account now belongs to another organization. Subscribe without `after`.",
  });
