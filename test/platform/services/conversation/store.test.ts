import { beforeEach, expect, it } from 'vitest';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { storeOutputs } from '../../../../src/platform/services/conversation/store/store-outputs.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { storeThemes } from '../../../../src/platform/services/conversation/store/themes.ts';
import { storeUsers } from '../../../../src/platform/services/conversation/store/store-users.ts';
import { describeOnDatabases } from '../../../support/database/suite-database.ts';
import { acme, activity, ada, ben, resetTeams, users, uuid, zenith, zoe } from './conversation-records.ts';

const anna = uuid('participant anna');
const bob = uuid('participant bob');

const call = activity('call', {
  participants: [
    { id: anna, name: 'Anna', email: 'anna@client.example', affiliation: 'external' },
    { id: bob, name: 'Bob', phone: '+49 30 1', affiliation: 'internal', user_id: ada },
  ],
  segments: [
    { participant_id: bob, start_ms: 2000, end_ms: 3000, text: 'Well.' },
    { participant_id: anna, start_ms: 0, end_ms: 1500, text: 'Hello?' },
  ],
  summary: 'They greeted each other.',
  action_items: [
    { text: 'Send the offer', assignee_id: bob, start_ms: 2500, is_completed: false, due_on: '2026-02-05' },
  ],
  questions: [{ participant_id: anna, start_ms: 0, end_ms: 1500, text: 'Hello?', is_engaging: true }],
  topic_matches: [
    { participant_id: bob, start_ms: 2000, end_ms: 3000, text: 'Well', theme: 'Talk', topic: 'Words', trigger: 'well' },
  ],
});

const theme = {
  id: uuid('theme'),
  organization_id: acme,
  name: 'Money',
  topics: [{ id: uuid('topic'), name: 'Price', triggers: [{ id: uuid('trigger'), keyword: 'discount' }] }],
};

describeOnDatabases('the conversation store', ({ db }) => {
  beforeEach(() => resetTeams(db));

  const rows = (table: keyof Tables) => db.selectFrom(table).selectAll().execute();
  const spoken = () =>
    db.selectFrom('convo_segments').select(['position', 'participant_id', 'text']).orderBy('position').execute();

  it('stores an activity with all outputs in order of time', async () => {
    await storeActivities(db, [call]);

    expect(await rows('convo_activities')).toEqual([
      {
        id: call.id,
        organization_id: acme,
        type: 'call',
        status: 'completed',
        title: 'call',
        started_at: new Date('2026-02-01T10:00:00Z'),
        completed_at: null,
        updated_at: new Date('2026-02-01T10:00:00Z'),
        duration_ms: null,
        language: null,
        provider: null,
        host_user_id: ada,
        external_id: null,
        account_id: null,
        lead_id: null,
        opportunity_id: null,
        processing_state: null,
        processing_warnings: [],
        processing_failure: null,
        processing_skipped_cues: null,
        recording_url: null,
        skip_full_analysis: false,
        themes_digest: 'given',
        notify_host: false,
      },
    ]);
    expect(await spoken()).toEqual([
      { position: 0, participant_id: anna, text: 'Hello?' },
      { position: 1, participant_id: bob, text: 'Well.' },
    ]);
    expect(await rows('convo_summaries')).toEqual([{ activity_id: call.id, content: 'They greeted each other.' }]);
    expect(await rows('convo_action_items')).toEqual([
      { activity_id: call.id, position: 0, ...call.action_items?.[0] },
    ]);
    expect(await db.selectFrom('convo_questions').select(['text', 'is_engaging', 'is_insightful']).execute()).toEqual([
      { text: 'Hello?', is_engaging: true, is_insightful: null },
    ]);
    expect(await db.selectFrom('convo_topic_matches').select(['theme', 'topic', 'trigger']).execute()).toEqual([
      { theme: 'Talk', topic: 'Words', trigger: 'well' },
    ]);
  });

  it('changes nothing when the same records are stored twice', async () => {
    const counts = [
      ['convo_users', 3],
      ['convo_activities', 1],
      ['convo_participants', 2],
      ['convo_segments', 2],
      ['convo_summaries', 1],
      ['convo_action_items', 1],
      ['convo_questions', 1],
      ['convo_topic_matches', 1],
      ['convo_themes', 1],
      ['convo_topics', 1],
      ['convo_triggers', 1],
      ['convo_call_scores', 1],
      ['convo_coaching_feedback', 1],
      ['convo_comments', 1],
      ['convo_listens', 1],
    ] as const;
    const storeAll = async () => {
      await storeUsers(db, users);
      await storeThemes(db, [theme]);
      await storeActivities(db, [call]);
      const made = { organization_id: acme, activity_id: call.id, created_at: '2026-02-02T00:00:00Z' };
      await storeScores(db, [{ ...made, id: uuid('score'), user_id: ada, score: 7.25, activity_type: 'call' }]);
      await storeCoachingFeedback(db, [{ ...made, id: uuid('feedback'), coach_id: ada, coachee_id: ben, score: 4 }]);
      await storeComments(db, [{ ...made, id: uuid('comment'), user_id: ben, text: 'Good', at_ms: 1200 }]);
      await storeListens(db, [
        { organization_id: acme, activity_id: call.id, user_id: ben, listened_at: 1_770_000_000_000 },
        { organization_id: acme, activity_id: call.id, user_id: ben, listened_at: '2026-02-02T02:40:00Z' },
      ]);
    };
    const all = () => Promise.all(counts.map(async ([table]) => [table, await rows(table)] as const));

    await storeAll();
    const once = await all();
    await storeAll();

    expect(await all()).toEqual(once);
    expect(once.map(([table, { length }]) => [table, length])).toEqual(counts);
  });

  it('does not change participants and outputs that a record leaves out', async () => {
    await storeActivities(db, [call]);
    await storeActivities(db, [activity('call', { title: 'Renamed' })]);

    expect(await db.selectFrom('convo_activities').select('title').execute()).toEqual([{ title: 'Renamed' }]);
    expect(await rows('convo_participants')).toHaveLength(2);
    expect(await rows('convo_segments')).toHaveLength(2);
    expect(await rows('convo_summaries')).toHaveLength(1);
  });

  it('replaces one output without changing the others', async () => {
    await storeActivities(db, [call]);
    await storeOutputs(db, [{ activity_id: call.id, questions: [], summary: null }]);

    expect(await rows('convo_questions')).toEqual([]);
    expect(await rows('convo_summaries')).toEqual([]);
    expect(await rows('convo_segments')).toHaveLength(2);
    expect(await rows('convo_topic_matches')).toHaveLength(1);
  });

  it('preserves segments when their participant is removed', async () => {
    await storeActivities(db, [call]);
    await storeActivities(db, [activity('call', { participants: [{ id: bob, name: 'Robert' }] })]);

    expect(await db.selectFrom('convo_participants').select(['id', 'name']).execute()).toEqual([
      { id: bob, name: 'Robert' },
    ]);
    expect(await spoken()).toEqual([
      { position: 0, participant_id: null, text: 'Hello?' },
      { position: 1, participant_id: bob, text: 'Well.' },
    ]);
  });

  it('replaces the topics of a theme with their triggers', async () => {
    await storeThemes(db, [theme]);
    await storeThemes(db, [{ ...theme, topics: [{ id: uuid('other topic'), name: 'Terms' }] }]);

    expect(await db.selectFrom('convo_topics').select('name').execute()).toEqual([{ name: 'Terms' }]);
    expect(await rows('convo_triggers')).toEqual([]);
  });

  it('stores a transcript of 5,000 segments', async () => {
    const segments = Array.from({ length: 5000 }, (_, index) => ({
      start_ms: index * 2000,
      end_ms: index * 2000 + 1900,
      text: `Sentence ${index}`,
    }));
    await storeActivities(db, [activity('long', { segments })]);

    expect((await spoken()).map(({ position, text }) => `${position} ${text}`)).toEqual(
      segments.map(({ text }, index) => `${index} ${text}`),
    );
  });

  it('rejects a host, a commenter and a listened activity of another organization, and stores nothing', async () => {
    await storeActivities(db, [activity('theirs', { organization_id: zenith, host_user_id: zoe })]);
    const theirs = uuid('activity theirs');

    await expect(storeActivities(db, [activity('call', { host_user_id: zoe })])).rejects.toMatchObject({
      code: '23503',
    });
    await expect(
      storeComments(db, [
        { id: uuid('comment'), organization_id: acme, activity_id: theirs, created_at: '2026-02-02T00:00:00Z' },
      ]),
    ).rejects.toMatchObject({ code: '23503' });
    await expect(
      storeListens(db, [
        { organization_id: zenith, activity_id: theirs, user_id: ada, listened_at: '2026-02-02T00:00:00Z' },
      ]),
    ).rejects.toMatchObject({ code: '23503' });

    expect(await db.selectFrom('convo_activities').select('id').execute()).toEqual([{ id: theirs }]);
    expect(await rows('convo_comments')).toEqual([]);
    expect(await rows('convo_listens')).toEqual([]);
  });

  it('assigns records without an organization to the oldest one', async () => {
    await storeUsers(db, [{ id: uuid('user new'), name: 'New' }]);

    expect(await db.selectFrom('convo_users').select('organization_id').where('name', '=', 'New').execute()).toEqual([
      { organization_id: acme },
    ]);
  });
});
