import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acme, activity, now, uuid, zenith } from '../../../platform/services/conversation/conversation-records.ts';
import { EventCursorsDocument, EventsDocument } from '../../../support/generated/operations.ts';
import { createTestFeed } from '../../../support/graph/event-feed.ts';
import { subscribe } from '../../../support/graph/subscription.ts';
import type { Graph } from '../../../support/graph/test-graph.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { startConversationGraph } from '../conversation-graph.ts';

describe('conversationEvents', () => {
  const events = createTestFeed();
  let graph: Graph;

  beforeAll(async () => {
    graph = await startConversationGraph({ events });
    await storeActivities(graph.db, [activity('Weekly')]);
  });
  afterEach(() => graph.tools.restore());
  afterAll(() => graph.close());

  const emit = (organization: string, name: string, trigger = 'conversation_processed') =>
    events.emit(organization, { id: name, trigger, occurredAt: now, activityId: uuid('activity Weekly') });

  it('emits the events of the organization with their activity', async () => {
    const subscription = subscribe(graph, EventsDocument, {});
    await subscription.response;
    emit(zenith, 'of Zenith');
    emit(acme, 'of Acme');

    expect((await subscription.next())?.data).toEqual({
      conversationEvents: {
        id: 'of Acme',
        trigger: 'CONVERSATION_PROCESSED',
        occurredAt: now.toISOString(),
        activity: { id: uuid('activity Weekly'), title: 'Weekly' },
      },
    });
    subscription.leave();
  });

  it('continues behind a cursor', async () => {
    const first = subscribe(graph, EventCursorsDocument, {});
    await first.response;
    emit(acme, 'one');
    emit(acme, 'two');
    emit(acme, 'three', 'conversation_played');
    const after = (await first.next())?.data?.conversationEvents.cursor ?? null;
    first.leave();

    const second = subscribe(graph, EventCursorsDocument, { after, triggers: ['CONVERSATION_PLAYED'] });
    expect((await second.next())?.data?.conversationEvents.id).toBe('three');
    second.leave();
  });
});
