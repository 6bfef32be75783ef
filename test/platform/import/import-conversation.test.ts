import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConversationTables } from '../../../src/platform/database/tables/conversation-tables.ts';
import type { OpenDatabase } from '../../../src/platform/database/open-database.ts';
import { databases } from '../../support/database/test-databases.ts';
import {
  ada,
  analysedCall,
  ben,
  call,
  callScore,
  comment,
  everything,
  feedback,
  listen,
  organization,
  theme,
  uuid,
} from './conversation-lines.ts';
import { type ImportLab, ndjson, openImportLab } from './import-lab.ts';

const tables = [
  'convo_organizations',
  'convo_users',
  'convo_themes',
  'convo_topics',
  'convo_triggers',
  'convo_activities',
  'convo_participants',
  'convo_segments',
  'convo_summaries',
  'convo_action_items',
  'convo_questions',
  'convo_topic_matches',
  'convo_comments',
  'convo_listens',
  'convo_call_scores',
  'convo_coaching_feedback',
] as const satisfies (keyof ConversationTables)[];
const [host, guest] = call.participants;
const [question, answer, promise] = call.segments;

describe.each(databases())('importing conversations on $name', ({ open }) => {
  let database: OpenDatabase;
  let lab: ImportLab;

  beforeAll(async () => {
    database = await open();
    lab = await openImportLab(database.db);
  });
  beforeEach(() => sql`truncate convo_organizations cascade`.execute(database.db));
  afterAll(async () => {
    await lab.remove();
    await database.close();
  });

  const rows = (table: (typeof tables)[number]) =>
    database.db
      .selectFrom(table)
      .selectAll()
      .orderBy(sql`1, 2`)
      .execute();
  const counts = async () => {
    const all = await Promise.all(tables.map(async (table) => [table, (await rows(table)).length] as const));
    return Object.fromEntries(all.filter(([, count]) => count > 0));
  };
  const importLines = async (...lines: object[]) => {
    await lab.write('lines.ndjson', ndjson(...lines));
    return lab.run(['lines.ndjson']);
  };

  it('imports every kind of record', async () => {
    const outcome = await importLines(...everything);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    expect(outcome.results).toEqual([
      'lines.ndjson: 9 records read: 1 new organization; 2 new conversation users; 1 new theme; 1 new activity; ' +
        '1 new comment; 1 new listen; 1 new call score; 1 new coaching feedback record',
    ]);
    expect(await counts()).toEqual({
      convo_organizations: 1,
      convo_users: 2,
      convo_themes: 1,
      convo_topics: 1,
      convo_triggers: 1,
      convo_activities: 1,
      convo_participants: 2,
      convo_segments: 3,
      convo_summaries: 1,
      convo_action_items: 1,
      convo_comments: 1,
      convo_listens: 1,
      convo_call_scores: 1,
      convo_coaching_feedback: 1,
    });
    expect(await rows('convo_organizations')).toMatchObject([{ name: 'Fernway', crm_integration: 'hubspot' }]);
    expect(await rows('convo_activities')).toMatchObject([
      { id: call.id, type: 'call', started_at: new Date('2026-05-04T10:00:00Z'), host_user_id: ada.id },
    ]);
    expect(await rows('convo_listens')).toMatchObject([{ listened_at: new Date('2026-05-05T07:00:00Z') }]);
    expect(await rows('convo_coaching_feedback')).toMatchObject([{ coach_id: ada.id, coachee_id: ben.id, score: 4 }]);
  });

  it('stores the outputs of a record, including empty ones', async () => {
    await importLines(...everything);
    expect(await rows('convo_summaries')).toEqual([{ activity_id: call.id, content: 'They spoke about Lisbon.' }]);
    expect(await rows('convo_action_items')).toMatchObject([{ text: 'Send it.', is_completed: true }]);
    expect([await rows('convo_questions'), await rows('convo_topic_matches')]).toEqual([[], []]);
  });

  it('matches themes that are imported later with stored conversations', async () => {
    await importLines(organization, ada, call);
    expect(await rows('convo_topic_matches')).toEqual([]);

    expect((await importLines(theme)).results).toEqual([
      'lines.ndjson: 1 record read: 1 new theme',
      'topics of 1 stored conversation matched again',
    ]);
    expect(await rows('convo_topic_matches')).toMatchObject([{ activity_id: call.id, trigger: 'discount' }]);
    expect((await importLines(theme)).results).toEqual(['lines.ndjson: 1 record read: 0 new themes, 1 already there']);
  });

  it('does not change imported topic matches when themes change', async () => {
    await importLines(organization, ada, { ...call, topic_matches: [] });
    expect((await importLines(theme)).results).toEqual(['lines.ndjson: 1 record read: 1 new theme']);
    expect(await rows('convo_topic_matches')).toEqual([]);
  });

  it('stores the processing state of a record', async () => {
    const processing = { state: 'done', skipped_cues: 2, warnings: ['The recording names no speakers.'] };
    expect((await importLines(organization, ada, { ...call, processing })).faults).toEqual([]);
    expect(await rows('convo_activities')).toMatchObject([
      { processing_state: 'done', processing_skipped_cues: 2, processing_warnings: processing.warnings },
    ]);
  });

  it('analyses an activity that has segments only', async () => {
    const outcome = await importLines(organization, ada, theme, call);
    expect(outcome.faults).toEqual([]);
    expect(await rows('convo_summaries')).toEqual([
      {
        activity_id: call.id,
        content:
          'How does your team plan the hiring of engineers for the new office in Lisbon? ' +
          'Gus Guest: We plan forty engineers for the office in Lisbon by summer, and the hiring budget is fixed, so a discount on ' +
          'the yearly licence would help us a lot.',
      },
    ]);
    expect(await rows('convo_action_items')).toMatchObject([
      { text: "I'll send the offer by Friday.", assignee_id: host?.id, start_ms: 30_000 },
    ]);
    expect(await rows('convo_questions')).toMatchObject([
      { text: question?.text, participant_id: host?.id, is_engaging: true, is_insightful: true },
    ]);
    expect(await rows('convo_topic_matches')).toMatchObject([
      { theme: 'Commercial', topic: 'Price', trigger: 'discount', participant_id: guest?.id, text: answer?.text },
    ]);
    expect(await rows('convo_call_scores')).toMatchObject([
      {
        activity_id: call.id,
        user_id: ada.id,
        activity_type: 'call',
        created_at: new Date('2026-05-04T10:05:00Z'),
      },
    ]);
  });

  it('adds only the outputs that a record leaves out', async () => {
    await importLines(ada, theme, { ...call, summary: 'Said by a person.', topic_matches: [] });
    expect(await rows('convo_summaries')).toEqual([{ activity_id: call.id, content: 'Said by a person.' }]);
    expect(await rows('convo_questions')).toMatchObject([{ text: question?.text }]);
    expect([await rows('convo_topic_matches'), await rows('convo_call_scores')]).toEqual([[], []]);
  });

  it('does not change stored outputs when a record has no segments', async () => {
    const { segments: _segments, ...bare } = call;
    await importLines(ada, theme, call);
    const before = await counts();
    await importLines({ ...bare, title: 'Renamed' });
    expect(await counts()).toEqual(before);
    expect(await rows('convo_activities')).toMatchObject([{ title: 'Renamed' }]);
  });

  it('uses stored participants when a record has none', async () => {
    const { participants: _participants, ...bare } = call;
    await importLines(ada, theme, { ...call, segments: null });
    const outcome = await importLines({ ...bare, segments: [promise] });
    expect(outcome.faults).toEqual([]);
    expect(await rows('convo_action_items')).toMatchObject([{ assignee_id: host?.id }]);
    expect(await rows('convo_participants')).toHaveLength(2);
  });

  it('changes nothing when the same file is imported twice', async () => {
    const lines = [organization, ada, ben, theme, call, comment, listen, callScore, feedback];
    await importLines(...lines);
    const before = await Promise.all(tables.map(rows));
    const outcome = await importLines(...lines);
    expect(outcome.results).toEqual([
      'lines.ndjson: 9 records read: 0 new organizations, 1 already there; 0 new conversation users, 2 already there; ' +
        '0 new themes, 1 already there; 0 new activities, 1 already there; 0 new comments, 1 already there; ' +
        '0 new listens, 1 already there; 0 new call scores, 1 already there; ' +
        '0 new coaching feedback records, 1 already there',
    ]);
    expect(await Promise.all(tables.map(rows))).toEqual(before);
  });

  it('treats ids in upper case as the same ids', async () => {
    await importLines(ada, call);
    const outcome = await importLines({ ...ada, id: ada.id.toUpperCase() }, { ...comment, user_id: null });
    expect(outcome.results).toEqual([
      'lines.ndjson: 2 records read: 0 new conversation users, 1 already there; 1 new comment',
    ]);
  });

  it('assigns users to one of several organizations', async () => {
    const second = { ...organization, id: uuid('second'), name: 'Second', created_at: '2026-02-01' };
    const outcome = await importLines(organization, second, ada, { ...ben, organization_id: second.id });
    expect(outcome.results).toEqual(['lines.ndjson: 4 records read: 2 new organizations; 2 new conversation users']);
    const users = await database.db
      .selectFrom('convo_users')
      .innerJoin('convo_organizations', 'convo_organizations.id', 'convo_users.organization_id')
      .select(['convo_users.name', 'convo_organizations.name as organization'])
      .orderBy('convo_users.name')
      .execute();
    expect(users).toEqual([
      { name: 'Ada Host', organization: 'Fernway' },
      { name: 'Ben Rep', organization: 'Second' },
    ]);
  });

  const other = { ...call, id: uuid('other'), external_id: null, participants: [], segments: null };
  const unknownId = uuid('unknown');
  it.each([
    ['an id that is not a UUID', { ...comment, id: 'c1' }, 'comment: id: must be a UUID'],
    ['an unknown status', { ...other, status: 'done' }, /^activity: status: must be one of in-progress, completed/],
    [
      'a title of 251 characters',
      { ...other, title: 'x'.repeat(251) },
      'activity: title: must be at most 250 characters',
    ],
    [
      'a language that is not a locale',
      { ...other, language: 'English' },
      'activity: language: must be a locale such as en_GB',
    ],
    ['a missing start', { ...other, started_at: undefined }, 'activity: started_at: is required'],
    ['an unknown field', { ...other, transcript: [] }, 'activity: transcript: is not known'],
    [
      'a recording in the queue',
      { ...other, processing: { state: 'queued' } },
      'activity: processing.state: must be one of done, failed',
    ],
    [
      'a segment that ends before it begins',
      { ...other, segments: [{ start_ms: 5, end_ms: 4, text: 'No.' }] },
      'activity: segments.0.end_ms: must not be before start_ms',
    ],
    [
      'a time before the call',
      { ...other, segments: [{ start_ms: -1, text: 'No.' }] },
      'activity: segments.0.start_ms: must not be negative',
    ],
    [
      'a NUL character in a transcript',
      { ...other, segments: [{ start_ms: 0, text: 'a\u0000b' }] },
      'activity: segments.0.text: must be well-formed text without U+0000',
    ],
    [
      'a repeated participant',
      { ...other, participants: [{ id: unknownId }, { id: unknownId }] },
      'activity: participants.1.id: occurs more than once in the list',
    ],
    [
      'a participant of another activity',
      { ...other, participants: [{ id: unknownId }, { id: host?.id }] },
      'activity: participants.1.id: already belongs to a participant of another activity',
    ],
    [
      'a speaker who is not a participant',
      { ...other, segments: [{ participant_id: host?.id, start_ms: 0, text: 'Hello.' }] },
      `activity: segments.0.participant_id: there is no participant of this activity with the id "${host?.id}"`,
    ],
    [
      'an action item assigned to a person who is not a participant',
      { ...other, action_items: [{ text: 'Do it.', assignee_id: unknownId }] },
      `activity: action_items.0.assignee_id: there is no participant of this activity with the id "${unknownId}"`,
    ],
    [
      'an unknown host',
      { ...other, host_user_id: unknownId },
      `activity: host_user_id: there is no conversation user with the id "${unknownId}"`,
    ],
    [
      'a participant with an unknown user id',
      { ...other, participants: [{ id: unknownId, user_id: unknownId }] },
      `activity: participants.0.user_id: there is no conversation user with the id "${unknownId}"`,
    ],
    [
      'an external id that the host has used',
      { ...other, external_id: 'ext-1' },
      'activity: external_id: already belongs to another activity of this host',
    ],
    [
      'a comment on an unknown activity',
      { ...comment, activity_id: unknownId },
      `comment: activity_id: there is no activity with the id "${unknownId}"`,
    ],
    [
      'a listen of an unknown user',
      { ...listen, user_id: unknownId },
      `listen: user_id: there is no conversation user with the id "${unknownId}"`,
    ],
    [
      'feedback of an unknown coach for an unknown coachee',
      { ...feedback, coach_id: unknownId, coachee_id: unknownId },
      `coaching_feedback: coach_id: there is no conversation user with the id "${unknownId}"; ` +
        `coachee_id: there is no conversation user with the id "${unknownId}"`,
    ],
    ['a score that is not a number', { ...callScore, score: 'high' }, 'call_score: score: must be a number'],
    [
      'a user of an unknown organization',
      { ...ben, organization_id: unknownId },
      `convo_user: organization_id: there is no organization with the id "${unknownId}"`,
    ],
    [
      'a score with another organization than its activity',
      { ...callScore, organization_id: uuid('second') },
      'call_score: organization_id: differs from the organization of a referenced record',
    ],
    [
      'a topic with the id of a topic of another theme',
      { ...theme, id: uuid('theme 2') },
      'theme: id: already belongs to another record',
    ],
    [
      'a repeated trigger',
      {
        ...theme,
        topics: [{ id: unknownId, name: 'A', triggers: [1, 2].map(() => ({ id: unknownId, keyword: 'a' })) }],
      },
      'theme: topics.0.triggers.1.id: occurs more than once in the list',
    ],
  ])('reports %s and imports the rest', async (_case, bad, fault) => {
    const second = { ...organization, id: uuid('second'), name: 'Second', created_at: '2026-02-01' };
    await importLines(organization, second, ada, ben, theme, analysedCall);
    const before = await counts();
    const outcome = await importLines({ ...theme, id: uuid('a'), topics: [] }, bad, { ...ben, id: uuid('b') });
    expect(outcome.faults).toEqual([expect.stringMatching(/^lines\.ndjson:2: /)]);
    expect(outcome.faults[0]?.slice('lines.ndjson:2: '.length)).toMatch(
      typeof fault === 'string' ? exactly(fault) : fault,
    );
    expect(outcome.results).toEqual(['lines.ndjson: 3 records read: 1 new theme; 1 new conversation user; 1 bad line']);
    expect(await counts()).toEqual({ ...before, convo_themes: 2, convo_users: 3 });
  });

  it('stores nothing of a strict file with a bad line, not even an analysis', async () => {
    await lab.write('strict.ndjson', ndjson(organization, ada, theme, call, { ...comment, user_id: 'x' }));
    const outcome = await lab.run(['strict.ndjson'], { strict: true });
    expect(outcome.faults).toEqual([
      'strict.ndjson:5: comment: user_id: must be a UUID',
      'strict.ndjson: nothing was stored: line 5 is bad',
    ]);
    expect(await counts()).toEqual({});
  });

  it('assigns a participant of two activities to the first one', async () => {
    const thief = { ...call, id: uuid('thief'), external_id: null };
    const outcome = await importLines(ada, call, thief);
    expect(outcome.faults).toEqual([
      'lines.ndjson:3: activity: participants.0.id: already belongs to a participant of another activity',
    ]);
    const owners = await database.db.selectFrom('convo_participants').select('activity_id').distinct().execute();
    expect(owners).toEqual([{ activity_id: call.id }]);
  });

  it('imports a line with a transcript of 5,000 segments', async () => {
    const segments = Array.from({ length: 5000 }, (_, index) => ({
      participant_id: (index % 2 === 0 ? host : guest)?.id,
      start_ms: index * 2000,
      end_ms: index * 2000 + 1900,
      text: `This is sentence number ${index} of a very long meeting about engineers in Lisbon. `.repeat(2).trim(),
    }));
    const outcome = await importLines(ada, { ...call, segments, summary: null });
    expect(outcome.faults).toEqual([]);
    expect(await rows('convo_segments')).toHaveLength(5000);
  });
});

const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
