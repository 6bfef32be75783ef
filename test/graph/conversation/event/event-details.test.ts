import { afterEach, describe, expect, it, vi } from 'vitest';
import { acme, ada, ben, now, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { EventDetailsDocument } from '../../../support/generated/operations.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';
import { startEventGraph, weekly } from './event-graph.ts';

const none = { user: null, recipients: null, message: null, feedback: null };

describe('the details of an event', () => {
  const graph = useGraph(startEventGraph);
  afterEach(() => vi.waitFor(() => expect(graph.events.readers).toBe(0)));

  async function eventWith(details?: Record<string, unknown>) {
    const subscription = await graph.follow(EventDetailsDocument, {}, { as: 'ben' });
    graph.tools.calls.length = 0;
    graph.events.emit(acme, {
      id: uuid(JSON.stringify(details ?? null)),
      trigger: 'conversation_shared',
      occurredAt: now,
      activityId: weekly,
      details,
    });
    const result = await subscription.next();
    subscription.leave();
    return { event: result?.data?.conversationEvents, calls: graph.tools.calls.map(({ tool }) => tool) };
  }

  it('are who shared the conversation, with whom, and the message', async () => {
    const recipients = ['kim@example.org', 'lee@example.org'];
    expect(await eventWith({ shared_by: { id: ada }, recipients, message: 'See the end.' })).toEqual({
      event: { ...none, user: { id: ada, name: 'Ada Moreau' }, recipients, message: 'See the end.' },
      calls: ['users_list'],
    });
  });

  it.each(['exported_by', 'played_by'])('are the user in %s', async (key) => {
    expect((await eventWith({ [key]: { id: ben } })).event).toEqual({ ...none, user: { id: ben, name: 'Ben Okafor' } });
  });

  it('are null for a user who has left the team', async () => {
    expect((await eventWith({ played_by: { id: uuid('left') } })).event).toEqual(none);
  });

  it('are the completed feedback, which costs no call', async () => {
    const feedback = {
      id: uuid('feedback'),
      score: 4,
      comment: 'Good',
      coach_id: ada,
      created_at: '2026-03-01T10:00:00Z',
    };
    expect(await eventWith({ feedback })).toEqual({
      event: {
        ...none,
        feedback: {
          id: uuid('feedback'),
          score: 4,
          comment: 'Good',
          coach: { id: ada },
          createdAt: '2026-03-01T10:00:00.000Z',
        },
      },
      calls: [],
    });
  });

  it('are null if the platform sends none, or feedback that cannot be read', async () => {
    expect(await eventWith()).toEqual({ event: none, calls: [] });
    expect(await eventWith({ feedback: { score: 4 } })).toEqual({ event: none, calls: [] });
  });
});
