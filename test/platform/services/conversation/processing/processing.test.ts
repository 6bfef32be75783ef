import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { storeThemes } from '../../../../../src/platform/services/conversation/store/themes.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { acme, ada, ben, now, resetTeams, uuid } from '../conversation-records.ts';
import { openProcessingLab } from './processing-lab.ts';

const vtt = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Ada Moreau>Welcome, everybody. What would the new price be for the whole team?</v>

00:00:04.500 --> 00:00:09.000
<v Kim Buyer>We think the discount is too small &amp; the contract is too long for us.

00:00:09.000 --> 00:00:12.000
<v ben okafor>I will send you the new contract by Friday.
`;

const srt = `1
00:00:01,000 --> 00:00:02,500
Ada Moreau: Hi <i>there</i>

2
00:00:03,000 --> 00:00:04,000
Guest One: Hello
again
`;

describeOnDatabases('processing', (opened) => {
  const { db } = opened;
  const lab = openForSuite(() => openProcessingLab(opened));
  beforeEach(async () => {
    await resetTeams(db);
    await storeThemes(db, [
      {
        id: uuid('theme'),
        organization_id: acme,
        name: 'Money',
        topics: [{ id: uuid('topic'), name: 'Price', triggers: [{ id: uuid('trigger'), keyword: 'discount' }] }],
      },
    ]);
  });

  const outputTables = [
    'convo_segments',
    'convo_summaries',
    'convo_action_items',
    'convo_questions',
    'convo_topic_matches',
    'convo_call_scores',
  ] as const;
  /** Counts the rows of an activity in each of `outputTables`. */
  const countOutputs = (id: string) =>
    Promise.all(
      outputTables.map(
        async (table) =>
          (await db.selectFrom(table).select('activity_id').where('activity_id', '=', id).execute()).length,
      ),
    );

  it('turns WebVTT into a transcript with all outputs', async () => {
    const activity = await lab.process(vtt, 'call.vtt');

    expect(activity).toMatchObject({
      status: 'completed',
      processing_state: 'done',
      processing_failure: null,
      processing_skipped_cues: 0,
      started_at: new Date(now.getTime() - 12_000),
      completed_at: now,
      duration_ms: 12_000,
      processing_warnings: [],
    });
    expect(await lab.spoken(activity.id)).toEqual([
      ['Ada Moreau', 0, 4000, 'Welcome, everybody. What would the new price be for the whole team?'],
      ['Kim Buyer', 4500, 9000, 'We think the discount is too small & the contract is too long for us.'],
      ['Ben Okafor', 9000, 12_000, 'I will send you the new contract by Friday.'],
    ]);
    expect(await lab.participants(activity.id)).toEqual([
      { name: 'Ada Moreau', email: 'ada@acme.example', affiliation: 'internal', user_id: ada },
      { name: 'Kim Buyer', email: null, affiliation: 'unknown', user_id: null },
      { name: 'Ben Okafor', email: 'Ben@acme.example', affiliation: 'internal', user_id: ben },
    ]);
    expect(await countOutputs(activity.id)).toEqual([3, 1, 1, 1, 1, 1]);
  });

  it('reads SubRip with the speakers from its text', async () => {
    const activity = await lab.process(srt, 'call.srt');

    expect(await lab.spoken(activity.id)).toEqual([
      ['Ada Moreau', 1000, 2500, 'Hi there'],
      ['Guest One', 3000, 4000, 'Hello again'],
    ]);
    expect(activity).toMatchObject({ status: 'completed', processing_skipped_cues: 0, duration_ms: 4000 });
  });

  it('reads a JSON transcript in milliseconds or seconds', async () => {
    const entries = [
      { speaker: 'ADA@acme.example', startMs: 500, endMs: 900, text: 'Hello' },
      { speaker: null, start: 0.1, end: 0.25, text: 'Hm' },
      { speaker: 'Kim', start: 2, text: 'No end' },
    ];
    const activity = await lab.process(JSON.stringify({ segments: entries }), 'transcript.json');

    expect(await lab.spoken(activity.id)).toEqual([
      [null, 100, 250, 'Hm'],
      ['Ada Moreau', 500, 900, 'Hello'],
      ['Kim', 2000, 2000, 'No end'],
    ]);
  });

  it('stops after the transcript with skipFullAnalysis', async () => {
    const activity = await lab.process(vtt, 'call.vtt', { skipFullAnalysis: true });

    expect(activity).toMatchObject({ status: 'completed', processing_state: 'done', duration_ms: 12_000 });
    expect(await countOutputs(activity.id)).toEqual([3, 0, 0, 0, 0, 0]);
  });

  const portions = `WEBVTT\n\n${Array.from({ length: 2_500 }, (_, index) => {
    const second = new Date(index * 1000).toISOString().slice(11, 19);
    return `${second}.000 --> ${second}.900\n<v Kim Buyer>Cue ${index}\n`;
  }).join('\n')}`;
  const uploadPortions = async () => lab.upload((await lab.receive(portions, 'a.vtt')).url, { skipFullAnalysis: true });

  it('stores a long transcript in portions, and ends an attempt between them when another one has begun', async () => {
    onTestFinished(async () => void (await sql`drop function if exists begin_another cascade`.execute(db)));
    await sql`
      create function begin_another() returns trigger language plpgsql as $$
      begin
        update convo_activities set updated_at = updated_at + interval '1 ms' where id = new.activity_id;
        return new;
      end $$`.execute(db);
    await sql`create trigger another before insert on convo_segments
      for each row when (new.position = 700) execute function begin_another()`.execute(db);
    const id = await uploadPortions();
    await lab.whenIdle();
    expect([await lab.state(id), await countOutputs(id)]).toEqual(['running', [1000, 0, 0, 0, 0, 0]]);
    await expect(lab.caller.record('transcript_get', { activityId: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'NO_OUTPUT',
    });
  });

  it('shows a transcript stored in portions when it is complete', async () => {
    const id = await uploadPortions();
    await lab.ended(id);
    expect((await lab.caller.record('transcript_get', { activityId: id })).items).toHaveLength(2_500);
  });

  it('does not delete the uploaded recording, and derives the times of the activity from it', async () => {
    const activity = await lab.process(srt, 'call.srt', { completedAt: '2026-02-03' });

    expect(activity).toMatchObject({
      started_at: new Date('2026-02-03T00:00:00Z'),
      completed_at: new Date('2026-02-03T00:00:04Z'),
      duration_ms: 4000,
    });
    const claims = await db.selectFrom('convo_recordings').selectAll().execute();
    expect(await lab.files()).toContain(claims[0]?.key);
    expect(claims).toEqual([
      { activity_id: activity.id, fetched: false, key: expect.stringMatching(/\.application\.x-subrip$/) },
    ]);
  });

  it('ends the activity now if the upload gives the current day', async () => {
    const activity = await lab.process('WEBVTT\n\n00:00.000 --> 99:00:00.000\n<v Ada Moreau>Long</v>\n', 'call.vtt', {
      completedAt: now.toISOString().slice(0, 10),
    });
    expect([activity.completed_at, activity.duration_ms]).toEqual([now, 99 * 3_600_000]);
    expect(activity.started_at).toEqual(new Date(now.getTime() - 99 * 3_600_000));
  });

  it('attributes a transcript without speakers to one unknown speaker, with a warning', async () => {
    const activity = await lab.process(
      'WEBVTT\n\n00:00.000 --> 00:04.000\nWhat would the new price be?\n\n00:04.000 --> 00:08.000\nI will send it on Friday.\n',
      'call.vtt',
    );

    expect(activity.processing_warnings).toEqual([
      'The recording does not name its speakers: all of it is attributed to one unknown speaker, and there is no call score.',
    ]);
    expect(await lab.participants(activity.id)).toEqual([
      { name: 'Ada Moreau', email: 'ada@acme.example', affiliation: 'internal', user_id: ada },
      { name: null, email: null, affiliation: 'unknown', user_id: null },
    ]);
    const segments = await db
      .selectFrom('convo_segments as segment')
      .innerJoin('convo_participants as speaker', 'speaker.id', 'segment.participant_id')
      .select(['speaker.name', 'speaker.position'])
      .where('segment.activity_id', '=', activity.id)
      .execute();
    expect(segments).toEqual([
      { name: null, position: 1 },
      { name: null, position: 1 },
    ]);
    expect(await countOutputs(activity.id)).toEqual([2, 1, 1, 1, 0, 0]);
  });

  it('counts the cues that were left out', async () => {
    const activity = await lab.process(`${vtt}\n00:00:0X.000 --> 00:00:20.000\nbroken time\n`, 'call.vtt');

    expect(activity).toMatchObject({ status: 'completed', processing_skipped_cues: 1, duration_ms: 12_000 });
  });

  it.each([
    [
      'no cue can be read',
      'WEBVTT\n\n00:00 --> x\nA\n',
      'a.vtt',
      'The WebVTT file has more unreadable than readable cues; line 3 is "00:00 --> x", ' +
        'expected times such as 00:00:01.000 --> 00:00:03.000.',
    ],
    ['it has no cue', 'WEBVTT\n\nNOTE nothing\n', 'a.vtt', 'The WebVTT transcript contains no speech.'],
    [
      'no cue has text',
      'WEBVTT\n\n00:00.000 --> 00:01.000\n\n00:00 --> x\nA\n',
      'a.vtt',
      'The WebVTT transcript contains no speech; cues that could not be read: 1.',
    ],
    [
      'it is JSON but not a transcript',
      '{"a":1}',
      'a.json',
      'The JSON file is not a transcript: expected a list of { speaker, startMs, endMs, text }.',
    ],
  ])('fails when %s', async (_, content, fileName, reason) => {
    const activity = await lab.process(content, fileName);

    expect(activity).toMatchObject({
      status: 'in-progress',
      processing_state: 'failed',
      processing_failure: reason,
      processing_skipped_cues: null,
    });
    expect(await countOutputs(activity.id)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await lab.participants(activity.id)).toEqual([]);
  });

  it('accepts an externalId again when its first upload failed, for the same activity', async () => {
    const failed = await lab.process('{"a":1}', 'a.json', { externalId: 'f1', title: 'First' });
    const again = await lab.process(vtt, 'call.vtt', { externalId: 'f1', title: 'Second' });

    expect(again).toMatchObject({
      id: failed.id,
      title: 'Second',
      status: 'completed',
      processing_state: 'done',
      processing_failure: null,
    });
    const { url } = await lab.receive(vtt, 'call.vtt');
    const input = { hostUserEmail: 'ada@acme.example', language: 'en_GB', title: 'Third', recordingUrl: url };
    expect((await lab.caller.refusal('activity_upload', { ...input, externalId: 'f1' })).code).toBe('CONFLICT');
  });

  it('finds an uploaded recording after a change of the public origin', async () => {
    const { id } = await lab.process(vtt, 'call.vtt', { skipFullAnalysis: true });
    await db
      .updateTable('convo_activities')
      .set({
        processing_state: 'queued',
        processing_skipped_cues: null,
        recording_url: 'https://elsewhere.example/recordings/x',
      })
      .where('id', '=', id)
      .execute();
    await sql`update pgboss.job set state = 'created' where data->>'activityId' = ${id}`.execute(db);

    expect(await lab.ended(id)).toMatchObject({ processing_state: 'done', processing_skipped_cues: 0 });
  });
});
