import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { ada, analysedCall, ben, call, organization, theme, uuid } from './conversation-lines.ts';
import { ndjson, openImportLab } from './import-lab.ts';

const [host, guest] = call.participants;
const [question, answer, promise] = call.segments;
const spoken = { participant_id: guest?.id, start_ms: 8000, end_ms: 30_000, text: answer?.text };

/** A call with every kind of content. */
const whole = {
  ...analysedCall,
  provider: 'zoom',
  account_id: 'acc-1',
  lead_id: 'lead-1',
  opportunity_id: 'opp-1',
  processing: { state: 'done', failure: null, skipped_cues: 0, warnings: [] },
  questions: [{ ...spoken, is_engaging: true, is_insightful: false }],
  topic_matches: [{ ...spoken, theme: 'Commercial', topic: 'Price', trigger: 'discount' }],
};
const [item] = whole.action_items;
const [asked] = whole.questions;
const [match] = whole.topic_matches;
const { participants: _participants, segments: _segments, ...withoutPeople } = whole;
const { questions: _questions, topic_matches: _matches, action_items: _items, ...withoutSpeech } = withoutPeople;

/** One change of each kind of content, as fields of the next record. */
const changes: [string, object][] = [
  ['type', { type: 'meeting' }],
  ['status', { status: 'in-progress' }],
  ['title', { title: 'Renamed' }],
  ['title, removed', { title: null }],
  ['start', { started_at: '2026-05-04T10:00:01Z' }],
  ['end', { completed_at: '2026-05-04T10:02:00Z' }],
  ['duration', { duration_ms: 60_001 }],
  ['language', { language: 'en_US' }],
  ['provider', { provider: 'teams' }],
  ['host', { host_user_id: ben.id }],
  ['external id', { external_id: 'ext-2' }],
  ['account', { account_id: 'acc-2' }],
  ['lead', { lead_id: 'lead-2' }],
  ['opportunity', { opportunity_id: 'opp-2' }],
  ['processing state', { processing: { state: 'failed', failure: 'It broke.', skipped_cues: 0, warnings: [] } }],
  ['skipped cues', { processing: { state: 'done', skipped_cues: 1, warnings: [] } }],
  ['warnings', { processing: { state: 'done', skipped_cues: 0, warnings: ['The recording names no speakers.'] } }],
  ['participant, renamed', { participants: [host, { ...guest, name: 'Gus Other' }] }],
  ['participant with another email', { participants: [host, { ...guest, email: 'gus@client.example' }] }],
  ['participant with another phone', { participants: [host, { ...guest, phone: null }] }],
  ['participant with another affiliation', { participants: [host, { ...guest, affiliation: 'internal' }] }],
  ['participant with another user', { participants: [{ ...host, user_id: ben.id }, guest] }],
  ['order of participants', { participants: [guest, host] }],
  ['participants, one more', { participants: [host, guest, { id: uuid('third'), name: 'Tess Third' }] }],
  ['text of a segment', { segments: [question, answer, { ...promise, text: 'No.' }] }],
  ['time of a segment', { segments: [question, answer, { ...promise, start_ms: 30_001 }] }],
  ['end of a segment', { segments: [question, answer, { ...promise, end_ms: 40_001 }] }],
  ['speaker of a segment', { segments: [question, answer, { ...promise, participant_id: guest?.id }] }],
  ['segments, one fewer', { segments: [question, answer] }],
  ['segments, removed', { segments: null }],
  ['summary', { summary: 'They spoke about Porto.' }],
  ['summary, removed', { summary: null }],
  ['text of an action item', { action_items: [{ ...item, text: 'Send the offer.' }] }],
  ['assignee of an action item', { action_items: [{ ...item, assignee_id: guest?.id }] }],
  ['time of an action item', { action_items: [{ ...item, start_ms: null }] }],
  ['completion of an action item', { action_items: [{ ...item, is_completed: false }] }],
  ['due day of an action item', { action_items: [{ ...item, due_on: '2026-05-08' }] }],
  ['action items, removed', { action_items: [] }],
  ['text of a question', { questions: [{ ...asked, text: 'How?' }] }],
  ['time of a question', { questions: [{ ...asked, start_ms: 8001 }] }],
  ['speaker of a question', { questions: [{ ...asked, participant_id: host?.id }] }],
  ['engaging question', { questions: [{ ...asked, is_engaging: false }] }],
  ['insightful question', { questions: [{ ...asked, is_insightful: true }] }],
  ['questions, removed', { questions: null }],
  ['text of a topic match', { topic_matches: [{ ...match, text: 'A discount.' }] }],
  ['time of a topic match', { topic_matches: [{ ...match, end_ms: 30_001 }] }],
  ['theme of a topic match', { topic_matches: [{ ...match, theme: 'Money' }] }],
  ['topic of a topic match', { topic_matches: [{ ...match, topic: 'Discount' }] }],
  ['trigger of a topic match', { topic_matches: [{ ...match, trigger: 'yearly licence' }] }],
  ['topic matches, removed', { topic_matches: null }],
  ['outputs, replaced by those of an analysis', { summary: undefined, action_items: undefined, questions: undefined }],
];

/** Returns the record with ids of its own. */
const copyFor = (name: string, record: { external_id: string }): object => {
  const ids = new Set<unknown>([call.id, host?.id, guest?.id]);
  const external = { ...record, external_id: `${record.external_id} ${name}` };
  return JSON.parse(JSON.stringify(external), (_key, value) => (ids.has(value) ? uuid(`${name}${value}`) : value));
};

describeEmbedded('the update time of an activity that is imported again', ({ db }) => {
  const lab = openForSuite(() => openImportLab(db));
  beforeEach(() => sql`delete from convo_organizations`.execute(db));

  const importLines = async (...lines: object[]) => {
    await lab.write('lines.ndjson', ndjson(...lines));
    const { faults } = await lab.run(['lines.ndjson']);
    expect(faults).toEqual([]);
  };
  const updatedAt = async () => {
    const row = await db.selectFrom('convo_activities').select('updated_at').executeTakeFirstOrThrow();
    return row.updated_at;
  };
  const databaseTime = async () => {
    const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db);
    return rows[0]?.time ?? new Date(0);
  };
  /** Imports lines and expects the update time to lie within the time of the import. Returns it. */
  const expectStamp = async (...lines: object[]) => {
    const [before, , after] = [await databaseTime(), await importLines(...lines), await databaseTime()];
    const stamped = await updatedAt();
    expect([stamped >= before, stamped <= after]).toEqual([true, true]);
    return stamped;
  };

  it('is the time of an import that changes the content', async () => {
    const first = changes.map(([what]) => copyFor(what, whole));
    const second = changes.map(([what, change]) => copyFor(what, { ...whole, ...change }));
    await importLines(organization, ada, ben, ...first);
    const times = () => db.selectFrom('convo_activities').select(['id', 'updated_at']).orderBy('id').execute();
    expect(new Set((await times()).map(({ updated_at: time }) => time.toISOString()))).toEqual(
      new Set(['2026-05-04T10:05:00.000Z']),
    );

    const [before, , after] = [await databaseTime(), await importLines(...second), await databaseTime()];
    const stamped = await times();
    const ids = new Set(stamped.filter(({ updated_at: t }) => t >= before && t <= after).map(({ id }) => id));
    expect(changes.map(([what]) => what).filter((what) => !ids.has(uuid(`${what}${call.id}`)))).toEqual([]);

    // The changed content is now the stored one, so the same file changes nothing.
    await importLines(...second);
    expect(await times()).toEqual(stamped);
  });

  it('is the time of an import that removes a speaker whose segments stay stored', async () => {
    await importLines(organization, ada, whole);
    const stamped = await expectStamp({ ...withoutSpeech, participants: [host] });

    expect(stamped).not.toEqual(new Date(whole.updated_at));
    const speakers = await db.selectFrom('convo_segments').select('participant_id').orderBy('position').execute();
    expect(speakers.map(({ participant_id: id }) => id)).toEqual([host?.id, null, host?.id]);
  });

  it('stays the same when the same content is imported again, in other forms too', async () => {
    await importLines(organization, ada, whole);
    await importLines(whole);
    await importLines(withoutPeople);
    await importLines({ ...whole, segments: whole.segments.toReversed() });
    await importLines({ ...whole, updated_at: '2026-05-04T10:04:59Z' });
    await importLines({ ...whole, updated_at: undefined });

    expect(await updatedAt()).toEqual(new Date(whole.updated_at));
  });

  it('stays the same when an activity that is analysed on import is imported again', async () => {
    await importLines(organization, ada, theme, call);
    await importLines(call);

    expect(await updatedAt()).toEqual(new Date(call.updated_at));
  });

  it('stays the same when topic matches are analysed that were imported', async () => {
    await importLines(organization, ada, { ...call, topic_matches: [] });
    await importLines(call);

    expect(await updatedAt()).toEqual(new Date(call.updated_at));
  });

  it('is that of the file if it is later than the stored one', async () => {
    await importLines(organization, ada, whole);
    await importLines({ ...whole, title: 'Renamed', updated_at: '2026-05-04T10:05:01Z' });
    expect(await updatedAt()).toEqual(new Date('2026-05-04T10:05:01Z'));

    await importLines({ ...whole, title: 'Renamed', updated_at: '2026-05-04T10:05:02Z' });
    expect(await updatedAt()).toEqual(new Date('2026-05-04T10:05:02Z'));
  });

  it('is the time of the import when the earlier content is imported again', async () => {
    await importLines(organization, ada, whole);
    const first = await expectStamp({ ...whole, title: 'Renamed' });
    const second = await expectStamp(whole);

    expect(second > first).toBe(true);
  });

  it('never returns to an earlier value, even if the stored one is in the future', async () => {
    const ahead = { ...whole, updated_at: new Date(Date.now() + 3_600_000).toISOString() };
    const later = (ms: number) => new Date(Date.parse(ahead.updated_at) + ms);
    await importLines(organization, ada, ahead);
    await importLines({ ...ahead, summary: 'They spoke about Porto.' });
    expect(await updatedAt()).toEqual(later(1));

    await importLines({ ...ahead, summary: 'They spoke about Lisbon.' });
    expect(await updatedAt()).toEqual(later(2));
  });

  it('is the time of an import that changes themes and with them the topic matches', async () => {
    await importLines(organization, ada, call);
    const matched = await expectStamp(theme);
    await importLines(theme);
    expect(await updatedAt()).toEqual(matched);

    // The record still has the time of the first analysis.
    await importLines(call);
    expect(await updatedAt()).toEqual(matched);
  });

  it('is the same for activities that other lines of the import change', async () => {
    await importLines(organization, ada, whole);
    const other = { ...call, id: uuid('other'), external_id: null, participants: [], segments: [] };
    await importLines(other);
    await importLines({ ...other, title: 'Renamed' }, whole);

    const rows = await db.selectFrom('convo_activities').select(['title', 'updated_at']).execute();
    const unchanged = rows.find(({ title }) => title === whole.title);
    expect(unchanged?.updated_at).toEqual(new Date(whole.updated_at));
    expect(rows.find(({ title }) => title === 'Renamed')?.updated_at).not.toEqual(new Date(call.updated_at));
  });
});
