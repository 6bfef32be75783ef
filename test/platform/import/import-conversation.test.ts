// oxlint-disable-next-line timing/no-sleep -- reads leave the import most of the database
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import {
  ada,
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
import { ndjson, openImportLab } from './import-lab.ts';

const [host, guest] = call.participants;
const [question, answer, promise] = call.segments;

describeOnDatabases('importing conversations', (opened) => {
  const { db } = opened;
  const lab = openForSuite(() => openImportLab(db));
  let tables: string[];

  beforeAll(async () => {
    const all = await db.introspection.getTables();
    tables = all.map(({ name }) => name).filter((name) => name.startsWith('convo_'));
  });
  beforeEach(() => sql`delete from convo_organizations`.execute(db));

  const rows = async (table: string) => (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)).rows;
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
    expect(await rows('convo_summaries')).toEqual([
      { activity_id: call.id, content: 'They spoke about Lisbon.', method: null },
    ]);
    expect(await rows('convo_action_items')).toMatchObject([{ text: 'Send it.', is_completed: true }]);
    expect([await rows('convo_questions'), await rows('convo_topic_matches')]).toEqual([[], []]);
  });

  it('matches themes that are imported later with stored conversations', async () => {
    await importLines(organization, ada, call);
    expect(await rows('convo_topic_matches')).toEqual([]);

    expect((await importLines(theme)).results).toEqual([
      'lines.ndjson: 1 record read: 1 new theme',
      'topics matched again in 1 stored conversation',
    ]);
    expect(await rows('convo_topic_matches')).toMatchObject([{ activity_id: call.id, trigger: 'discount' }]);
    expect((await importLines(theme)).results).toEqual(['lines.ndjson: 1 record read: 0 new themes, 1 already there']);

    // Imported matches do not change.
    await importLines({ ...call, topic_matches: [] }, { ...theme, name: 'Other' });
    expect(await rows('convo_topic_matches')).toEqual([]);
  });

  it('stores the processing state of a record', async () => {
    const processing = { state: 'done', skipped_cues: 2, warnings: ['The recording names no speakers.'] };
    expect((await importLines(organization, ada, { ...call, processing })).faults).toEqual([]);
    expect(await rows('convo_activities')).toMatchObject([
      { processing_state: 'done', processing_skipped_cues: 2, processing_warnings: processing.warnings },
    ]);
  });

  it('lets calls read the database while it analyses an activity', async () => {
    await importLines(...everything);
    const segments = Array.from({ length: 3000 }, (_, index) => ({
      ...promise,
      start_ms: index * 1_000,
      end_ms: index * 1_000 + 900,
    }));
    const over = new AbortController();
    const importing = importLines({ ...call, segments }).finally(() => over.abort());
    let reads = 0;
    while (!over.signal.aborted) {
      await sql`select 1`.execute(opened.calls.convo);
      reads += 1;
      await setTimeout(5);
    }
    expect((await importing).faults).toEqual([]);
    expect(reads).toBeGreaterThan(3);
  });

  it('analyses an activity that has segments only', async () => {
    const outcome = await importLines(organization, ada, theme, call);
    expect(outcome.faults).toEqual([]);
    expect(await rows('convo_summaries')).toEqual([
      {
        activity_id: call.id,
        content: expect.stringMatching(
          /^Ada Host and Gus Guest met\.\nAction items: Ada Host: “[^”]+ send the offer by Friday\.” \(due 2026-05-08\)\nKey sentences: Gus Guest: “We plan forty engineers/,
        ),
        method: 'extracted',
      },
    ]);
    expect(await rows('convo_action_items')).toMatchObject([
      {
        text: expect.stringMatching(/^Ada Host: “.+ send the offer by Friday\.”$/),
        assignee_id: host?.id,
        start_ms: 30_000,
      },
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

  it.each([
    ['the user id', { user_id: ada.id }, 1],
    ['the email address', { name: null, email: 'ADA@fernway.example' }, 1],
    ['the name', { name: ` ${ada.name} ` }, 1],
    ['the user id of someone else', { name: ada.name, user_id: ben.id }, 0],
    ['another name', { name: 'Gus Guest' }, 0],
    ['no name, and may be the host', { name: null }, 1],
    ['a number, and may be the host', { name: 'Speaker 1' }, 1],
  ])('scores a call only if the host speaks; the speaker has %s', async (_, speaker, scores) => {
    const participants = [
      { id: host?.id, ...speaker },
      { id: guest?.id, name: 'Mia Guest' },
    ];
    const outcome = await importLines(organization, ada, ben, { ...call, participants });
    expect(outcome.faults).toEqual([]);
    expect(await rows('convo_call_scores')).toHaveLength(scores);
  });

  it('does not score a call in which the host is silent', async () => {
    const silent = { id: uuid('participant silent'), name: 'Ada Host', user_id: ada.id };
    const participants = [silent, { id: host?.id, name: 'Mia' }, { id: guest?.id, name: 'Gus' }];
    await importLines(organization, ada, { ...call, participants });
    expect(await rows('convo_questions')).toHaveLength(1);
    expect(await rows('convo_call_scores')).toEqual([]);
  });

  it('adds only the outputs that a record leaves out', async () => {
    await importLines(ada, theme, { ...call, summary: 'Said by a person.', topic_matches: [] });
    expect(await rows('convo_summaries')).toEqual([
      { activity_id: call.id, content: 'Said by a person.', method: null },
    ]);
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
    const users = await db
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

  it('assigns a participant of two activities to the first one', async () => {
    const thief = { ...call, id: uuid('thief'), external_id: null };
    const outcome = await importLines(ada, call, thief);
    expect(outcome.faults).toEqual([
      'lines.ndjson:3: activity: participants: an id already belongs to a participant of another activity',
    ]);
    const owners = await db.selectFrom('convo_participants').select('activity_id').distinct().execute();
    expect(owners).toEqual([{ activity_id: call.id }]);
  });
});
