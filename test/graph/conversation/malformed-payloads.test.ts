import { beforeAll, describe, expect, it } from 'vitest';
import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import { StrangeActivityDocument, StrangeOutputsDocument } from '../../support/generated/operations.ts';
import { idOf, storeBusyTeam } from './activity/busy-team.ts';
import { useConversationGraph } from './conversation-graph.ts';

describe('malformed payloads of conversation tools', () => {
  const graph = useConversationGraph();

  beforeAll(() => storeBusyTeam(graph.db, 1));

  const respond = (tool: string, payload: unknown) => graph.tools.replace(tool, async () => payload);

  it('result in null for missing and unreadable fields of activities; unknown fields are ignored', async () => {
    respond('activities_list', {
      items: [
        { id: 'act-1', started_at: '2026-02-20 10:00:00', shoe_size: 43 },
        {
          id: 'act-2',
          type: 'telepathy',
          status: 'lost',
          title: 7,
          started_at: Date.parse('2026-02-19T10:00:00Z'),
          completed_at: 'yesterday',
          updated_at: null,
          duration_ms: -4,
          language: '',
          host_user_id: null,
          participants: [{ id: 'p-1', email: 'not an address', affiliation: 'alien' }],
          processing: { state: 'exploded' },
        },
        { id: 'act-3', started_at: '2026-02-18 10:00:00', processing: { state: 'queued', will_notify: true } },
        { id: 'act-4', started_at: '2026-02-17 10:00:00', processing: { state: 'queued', will_notify: 'yes' } },
      ],
      next: 'more',
    });
    const { data } = await graph.ask(StrangeActivityDocument, {});

    const bare = {
      type: null,
      status: null,
      title: null,
      completedAt: null,
      updatedAt: null,
      durationMs: null,
      language: null,
      provider: null,
      host: null,
      participants: [],
      processing: null,
    };
    expect(data.activities).toEqual({
      totalCount: 4,
      nodes: [
        { ...bare, id: 'act-1', startedAt: '2026-02-20T10:00:00.000Z' },
        {
          ...bare,
          id: 'act-2',
          startedAt: '2026-02-19T10:00:00.000Z',
          language: '',
          participants: [{ id: 'p-1', name: null, email: null, affiliation: 'UNKNOWN' }],
        },
        {
          ...bare,
          id: 'act-3',
          startedAt: '2026-02-18T10:00:00.000Z',
          processing: { state: 'QUEUED', failure: null, skippedCues: null, willNotifyByEmail: true },
        },
        {
          ...bare,
          id: 'act-4',
          startedAt: '2026-02-17T10:00:00.000Z',
          processing: { state: 'QUEUED', failure: null, skippedCues: null, willNotifyByEmail: false },
        },
      ],
    });
  });

  it('result in null for missing and unreadable fields of outputs and team lists', async () => {
    respond('transcript_get', { items: [{ start_ms: 5, text: 'Hm', end_ms: 'late', participant_id: 9 }], speaker: 1 });
    respond('action_items_get', { items: [{ text: 'Go' }] });
    respond('questions_get', { items: [{ text: 'Why?', start_ms: 5, is_engaging: 'very' }] });
    respond('users_list', { items: [{ id: 'u-1', name: null, email: 'nowhere', role: 3 }] });
    respond('topic_triggers_list', {
      items: [
        { id: 't-1', name: 'Deal' },
        { id: 't-2', name: 'Law', topics: [{ id: 'x', name: 'y' }] },
      ],
    });
    respond('comments_list', {
      items: [{ id: 'c-1', activity_id: idOf(0), created_at: 1_772_000_000_000, at_ms: -1 }],
    });
    const { data } = await graph.ask(StrangeOutputsDocument, { id: idOf(0) });

    expect(data).toMatchObject({
      activity: {
        transcript: { durationMs: 5, segments: { nodes: [{ text: 'Hm', endMs: null }] } },
        actionItems: [{ text: 'Go', isCompleted: null, startMs: null, assignee: null }],
        questions: [{ text: 'Why?', isEngaging: false, isInsightful: false }],
        comments: [{ text: null, atMs: null }],
      },
      users: [{ name: null, email: null }],
      topicThemes: [
        { name: 'Deal', topics: [] },
        { name: 'Law', topics: [{ triggers: [] }] },
      ],
    });
  });

  it.each([
    ['transcript_get', { items: [{ start_ms: 5, text: null }] }, 'activity.transcript', 'items.0.text'],
    ['transcript_get', { items: [{ start_ms: 1.5, text: 'Hm' }] }, 'activity.transcript', 'items.0.start_ms'],
    ['summary_get', {}, 'activity.summary', 'content'],
    ['summary_get', 'short', 'activity.summary', 'it'],
    ['action_items_get', [], 'activity.actionItems', 'it'],
    ['questions_get', { items: {} }, 'activity.questions', 'items'],
    ['topic_triggers_matched_get', { items: [{ start_ms: 5, text: 'x' }] }, 'activity.topicMatches', 'items.0.theme'],
    ['comments_list', { items: [{ id: 'c-1', activity_id: uuid('x') }] }, 'activity.comments', 'items.0.created_at'],
    ['users_list', { items: [{ name: 'Nobody' }] }, 'users', 'items.0.id'],
    ['topic_triggers_list', null, 'topicThemes', 'it'],
    ['organization_get', { name: null }, 'organization', 'name'],
  ])(
    'of %s that are unusable make the field null, with an error that names the path: %o',
    async (tool, payload, place, path) => {
      respond(tool, payload);
      const { data, errors } = await graph.execute(StrangeOutputsDocument, { id: idOf(0) });

      expect(
        errors.map(({ message, path: at, extensions }) => [
          at?.join('.'),
          message.split(': ')[1]?.split(' ')[0],
          extensions,
        ]),
      ).toEqual([[place, path, expect.objectContaining({ code: 'MALFORMED_PAYLOAD', tool, isRetryable: false })]]);
      const nulls = Object.entries({ ...data, ...data?.activity }).filter(([, value]) => value === null);
      expect(nulls.map(([field]) => field)).toEqual([place.split('.').at(-1)]);
    },
  );

  it('of activities_list that are unusable result in an error, not in an empty list', async () => {
    for (const payload of [{}, { items: {} }, { items: [{ title: 'Nameless' }] }, undefined]) {
      respond('activities_list', payload);
      const { data, errors } = await graph.execute(StrangeActivityDocument, {});

      expect(data).toEqual({ activities: null });
      expect(errors.map(({ extensions }) => extensions?.['code'])).toEqual(['MALFORMED_PAYLOAD']);
    }
  });
});
