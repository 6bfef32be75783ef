import { beforeAll, expect, it } from 'vitest';
import { storeActivities } from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { activity, ada, resetTeams, uuid, zoe } from '../conversation-records.ts';

const anna = uuid('anna');
const tools = [
  'transcript_get',
  'summary_get',
  'action_items_get',
  'questions_get',
  'topic_triggers_matched_get',
] as const;

const full = activity('full', {
  participants: [{ id: anna, name: 'Anna' }],
  segments: [
    { participant_id: anna, start_ms: 4000, end_ms: null, text: 'Too expensive?' },
    { start_ms: 0, end_ms: 4000, text: 'The discount is ten percent.' },
  ],
  summary: 'They spoke of a discount.',
  action_items: [
    { text: 'Send the offer', assignee_id: anna, start_ms: 100, is_completed: true, due_on: '2026-03-06' },
    { text: 'Call' },
  ],
  questions: [
    {
      participant_id: anna,
      start_ms: 4000,
      end_ms: 5000,
      text: 'Too expensive?',
      is_engaging: true,
      is_insightful: false,
    },
  ],
  topic_matches: [
    { start_ms: 0, end_ms: 4000, text: 'The discount is', theme: 'Money', topic: 'Price', trigger: 'discount' },
  ],
});
const bare = activity('bare');

describeOnDatabases('the outputs of an activity', ({ db }) => {
  const { as } = conversationCallers(db);

  beforeAll(async () => {
    await resetTeams(db);
    await storeActivities(db, [full, bare]);
  });

  it('returns each output as stored, in order', async () => {
    const input = { activityId: full.id };
    expect(await as(ada).payload('transcript_get', input)).toEqual({
      items: [
        { participant_id: null, start_ms: 0, end_ms: 4000, text: 'The discount is ten percent.' },
        { participant_id: anna, start_ms: 4000, end_ms: null, text: 'Too expensive?' },
      ],
    });
    expect(await as(ada).payload('summary_get', input)).toMatchObject({ content: 'They spoke of a discount.' });
    expect(await as(ada).payload('action_items_get', input)).toEqual({
      items: [
        { text: 'Send the offer', assignee_id: anna, start_ms: 100, is_completed: true, due_on: '2026-03-06' },
        { text: 'Call', assignee_id: null, start_ms: null, is_completed: null, due_on: null },
      ],
    });
    expect(await as(ada).payload('questions_get', input)).toEqual({
      items: [
        {
          participant_id: anna,
          start_ms: 4000,
          end_ms: 5000,
          text: 'Too expensive?',
          is_engaging: true,
          is_insightful: false,
        },
      ],
    });
    expect(await as(ada).payload('topic_triggers_matched_get', input)).toEqual({
      items: [
        {
          participant_id: null,
          start_ms: 0,
          end_ms: 4000,
          text: 'The discount is',
          theme: 'Money',
          topic: 'Price',
          trigger: 'discount',
        },
      ],
    });
  });

  it('rejects a missing transcript or summary and returns empty lists for the other outputs', async () => {
    const input = { activityId: bare.id };
    expect(await as(ada).refusal('transcript_get', input)).toEqual({
      code: 'NOT_FOUND',
      message: `The activity "${bare.id}" has no transcript.`,
      issues: [],
    });
    expect(await as(ada).refusal('summary_get', input)).toEqual({
      code: 'NOT_FOUND',
      message: `The activity "${bare.id}" has no summary.`,
      issues: [],
    });
    expect(await as(ada).payload('action_items_get', input)).toEqual({ items: [] });
    expect(await as(ada).payload('questions_get', input)).toEqual({ items: [] });
    expect(await as(ada).payload('topic_triggers_matched_get', input)).toEqual({ items: [] });
  });

  it('returns null instead of an empty list when the upload skips the analysis', async () => {
    const skipped = activity('skipped');
    await storeActivities(db, [skipped]);
    await db
      .updateTable('convo_activities')
      .set({ processing_state: 'done', skip_full_analysis: true })
      .where('id', '=', skipped.id)
      .execute();
    for (const tool of ['action_items_get', 'questions_get', 'topic_triggers_matched_get'] as const) {
      expect(await as(ada).payload(tool, { activityId: skipped.id })).toEqual({ items: null });
    }
  });

  it.each(tools)('%s rejects an activity of another organization with the message for a missing one', async (tool) => {
    const refusal = (id: string) => ({
      code: 'NOT_FOUND',
      message: `There is no activity with the id "${id}".`,
      issues: [],
    });
    const unknown = uuid('nothing');
    expect(await as(zoe).refusal(tool, { activityId: full.id })).toEqual(refusal(full.id));
    expect(await as(ada).refusal(tool, { activityId: unknown })).toEqual(refusal(unknown));
  });

  it.each(tools)('%s rejects an id that is not a UUID', async (tool) => {
    expect(await as(ada).refusal(tool, { activityId: 'act_1' })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'activityId must be a UUID',
      issues: [{ path: ['activityId'], message: 'must be a UUID' }],
    });
  });
});
