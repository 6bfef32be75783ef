// oxlint-disable-next-line timing/no-sleep -- pauses between reads leave the database to the import
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { recordStatements } from '../../support/database/statement-recorder.ts';
import { describeOnDatabases } from '../../support/database/suite-database.ts';
import * as records from './conversation-lines.ts';
import { ndjson } from './import-lab.ts';
import { describeImportOn } from './import-suite.ts';
import * as talent from './talent-lines.ts';

const { ada, analysedCall, ben, call, comment, everything, organization, theme, uuid } = records;
const [host, guest] = call.participants;
const [question, answer, promise] = call.segments;
const silentHost = { id: uuid('silent'), name: ada.name, user_id: ada.id };

describeImportOn(describeOnDatabases, 'importing conversations', (suite) => {
  const { opened, db, lab, rows, everyRow, importLines } = suite;

  it('imports every kind of record, with its outputs, including empty ones', async () => {
    const warnings = ['The recording names no speakers.'];
    const processing = { state: 'done', skipped_cues: 2, warnings };
    const outcome = await importLines(...everything.with(4, { ...analysedCall, processing }));
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    expect(outcome.results).toEqual([
      'lines.ndjson: 9 records read: 1 new organization; 2 new conversation users; 1 new theme; 1 new activity; ' +
        '1 new comment; 1 new listen; 1 new call score; 1 new coaching feedback record',
    ]);
    const activity = { id: call.id, type: 'call', started_at: new Date('2026-05-04T10:00:00Z'), host_user_id: ada.id };
    const processed = { processing_state: 'done', processing_skipped_cues: 2, processing_warnings: warnings };
    const stored = await everyRow();
    expect(stored).toMatchObject({
      convo_organizations: [{ name: 'Fernway', crm_integration: 'hubspot' }],
      convo_activities: [{ ...activity, ...processed }],
      convo_summaries: [{ activity_id: call.id, content: 'They spoke about Lisbon.', method: null }],
      convo_action_items: [{ text: 'Send it.', is_completed: true }],
      convo_listens: [{ listened_at: new Date('2026-05-05T07:00:00Z') }],
      convo_coaching_feedback: [{ coach_id: ada.id, coachee_id: ben.id, score: 4 }],
    });
    const counts = Object.entries(stored).map(([table, { length }]) => `${length} ${table}`);
    expect(counts.toSorted().join(', ')).toBe(
      '1 convo_action_items, 1 convo_activities, 1 convo_call_scores, 1 convo_coaching_feedback, 1 convo_comments, ' +
        '1 convo_listens, 1 convo_organizations, 1 convo_summaries, 1 convo_themes, 1 convo_topics, ' +
        '1 convo_triggers, 2 convo_participants, 2 convo_users, 3 convo_segments',
    );
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

    // New themes do not change imported topic matches.
    await importLines({ ...call, topic_matches: [] }, { ...theme, name: 'Other' });
    expect(await rows('convo_topic_matches')).toEqual([]);
  });

  it('analyses a transcript before the transaction that stores it, while calls read the database', async () => {
    await importLines(organization, ada, theme);
    const { db: recorded, take } = recordStatements(db);
    const order: string[] = [];
    const note = (next: string) => order.push(...take().map(({ sql: text }) => text), next);
    const begin = recorded.transaction.bind(recorded);
    vi.spyOn(recorded, 'transaction').mockImplementation(() => {
      note('begin');
      return begin();
    });
    const segments = Array.from({ length: 3000 }, (_, index) => ({ ...promise, start_ms: index, end_ms: null }));
    const over = new AbortController();
    const name = await lab.write('call.ndjson', ndjson({ ...call, segments }));
    const importing = lab.run([name], { db: recorded }).finally(() => over.abort());
    while (!over.signal.aborted) {
      await sql`select 1`.execute(opened.calls.convo);
      note('read');
      await setTimeout(5);
    }
    expect((await importing).faults).toEqual([]);
    const themesAt = order.findIndex((statement) => statement.includes('from "convo_themes"'));
    const meanwhile = order.slice(themesAt, order.indexOf('begin'));
    expect(meanwhile.filter((statement) => statement === 'read').length).toBeGreaterThan(3);
  });

  it('analyses an activity that has segments only', async () => {
    expect((await importLines(organization, ada, theme, call)).faults).toEqual([]);
    const summary =
      /^Ada Host and Gus Guest met\.\nAction items: Ada Host: “[^”]+ send the offer by Friday\.” \(due 2026-05-08\)\nKey sentences: Gus Guest: “We plan forty engineers/;
    expect(await rows('convo_summaries')).toEqual([
      { activity_id: call.id, content: expect.stringMatching(summary), method: 'extracted' },
    ]);
    const promised = expect.stringMatching(/^Ada Host: “.+ send the offer by Friday\.”$/);
    expect(await rows('convo_action_items')).toMatchObject([
      { text: promised, assignee_id: host?.id, start_ms: 30_000 },
    ]);
    expect(await rows('convo_questions')).toMatchObject([
      { text: question?.text, participant_id: host?.id, is_engaging: true, is_insightful: true },
    ]);
    expect(await rows('convo_topic_matches')).toMatchObject([
      { theme: 'Commercial', topic: 'Price', trigger: 'discount', participant_id: guest?.id, text: answer?.text },
    ]);
    const score = { activity_id: call.id, user_id: ada.id, activity_type: 'call' };
    expect(await rows('convo_call_scores')).toMatchObject([{ ...score, created_at: new Date('2026-05-04T10:05:00Z') }]);
  });

  it.each([
    ['the host by the user id', { user_id: ada.id }, [], 1],
    ['the host by the email address', { name: null, email: 'ADA@fernway.example' }, [], 1],
    ['the host by the name', { name: ` ${ada.name} ` }, [], 1],
    ['someone else with the name of the host', { name: ada.name, user_id: ben.id }, [], 0],
    ['someone with another name', { name: 'Gus Guest' }, [], 0],
    ['someone without a name', { name: null }, [], 1],
    ['someone with a number', { name: 'Speaker 1' }, [], 1],
    ['someone else beside a silent host', { name: 'Mia' }, [silentHost], 0],
  ])('scores a call only if the host may have spoken; the speaker is %s', async (_, speaker, silent, scores) => {
    const participants = [...silent, { id: host?.id, ...speaker }, { id: guest?.id, name: 'Mia Guest' }];
    const outcome = await importLines(organization, ada, ben, { ...call, participants });
    expect(outcome.faults).toEqual([]);
    expect(await rows('convo_questions')).toHaveLength(1);
    expect(await rows('convo_call_scores')).toHaveLength(scores);
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
    const { convo_activities: _activities, ...before } = await everyRow();
    await importLines({ ...bare, title: 'Renamed' });
    const { convo_activities: activities, ...after } = await everyRow();
    expect(after).toEqual(before);
    expect(activities).toMatchObject([{ title: 'Renamed' }]);
  });

  it('uses stored participants when a record has none', async () => {
    const { participants: _participants, ...bare } = call;
    await importLines(ada, theme, { ...call, segments: null });
    const outcome = await importLines({ ...bare, segments: [promise] });
    expect(outcome.faults).toEqual([]);
    expect(await rows('convo_action_items')).toMatchObject([{ assignee_id: host?.id }]);
    expect(await rows('convo_participants')).toHaveLength(2);
  });

  it('changes nothing when the same file is imported twice, with records of both services', async () => {
    const lines = [...talent.everything, ...everything.with(4, call)];
    await importLines(...lines);
    const before = await everyRow();
    const outcome = await importLines(...lines);
    expect(outcome.results).toEqual([
      'lines.ndjson: 19 records read: 0 new users, 1 already there; 0 new companies, 1 already there; ' +
        '0 new institutions, 1 already there; 0 new cities, 1 already there; 0 new signals, 1 already there; ' +
        '0 new lists, 1 already there; 0 new list entries, 1 already there; 0 new saved searches, 1 already there; ' +
        '0 new screenings, 1 already there; 0 new views, 1 already there; 0 new organizations, 1 already there; ' +
        '0 new conversation users, 2 already there; 0 new themes, 1 already there; 0 new activities, 1 already there; ' +
        '0 new comments, 1 already there; 0 new listens, 1 already there; 0 new call scores, 1 already there; ' +
        '0 new coaching feedback records, 1 already there',
    ]);
    expect(await everyRow()).toEqual(before);
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
    const users = await sql`select u.name, o.name as organization
      from convo_users u join convo_organizations o on o.id = u.organization_id order by u.name`.execute(db);
    expect(users.rows).toEqual([
      { name: 'Ada Host', organization: 'Fernway' },
      { name: 'Ben Rep', organization: 'Second' },
    ]);
  });

  it('assigns a participant of two activities to the first one', async () => {
    const outcome = await importLines(ada, call, { ...call, id: uuid('thief'), external_id: null });
    expect(outcome.faults).toEqual([
      'lines.ndjson:3: activity: participants: an id already belongs to a participant of another activity',
    ]);
    const participants = await rows('convo_participants');
    expect(participants.map((row) => row['activity_id'])).toEqual([call.id, call.id]);
  });
});
