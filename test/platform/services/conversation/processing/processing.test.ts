import { randomBytes } from 'node:crypto';
import { deleteFetchedClaims } from '../../../../../src/platform/services/conversation/processing/obtain-recording.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db, OpenDatabase } from '../../../../../src/platform/database/open-database.ts';
import { storeThemes } from '../../../../../src/platform/services/conversation/store/themes.ts';
import { databases } from '../../../../support/database/test-databases.ts';
import { acme, ada, ben, emptyConversations, now, storeTeams, uuid } from '../conversation-records.ts';
import { openProcessingLab, type ProcessingLab } from './processing-lab.ts';

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

const noRecording = 'which is neither audio, video nor a transcript (WebVTT, SubRip, JSON)';

describe.each(databases())('processing on $name', ({ open }) => {
  let opened: OpenDatabase;
  let db: Db;
  let lab: ProcessingLab;

  beforeAll(async () => {
    opened = await open();
    db = opened.db;
    lab = await openProcessingLab(opened);
  });
  beforeEach(async () => {
    await emptyConversations(db);
    await storeTeams(db);
    await storeThemes(db, [
      {
        id: uuid('theme'),
        organization_id: acme,
        name: 'Money',
        topics: [{ id: uuid('topic'), name: 'Price', triggers: [{ id: uuid('trigger'), keyword: 'discount' }] }],
      },
    ]);
  });
  afterAll(async () => {
    await lab.close();
    await opened.close();
  });

  const countOutputs = async (id: string) => {
    const tables = [
      'convo_segments',
      'convo_summaries',
      'convo_action_items',
      'convo_questions',
      'convo_topic_matches',
      'convo_call_scores',
    ] as const;
    const counts = await Promise.all(
      tables.map((table) => db.selectFrom(table).select('activity_id').where('activity_id', '=', id).execute()),
    );
    return Object.fromEntries(tables.map((table, index) => [table, counts[index]?.length]));
  };

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
    expect(await countOutputs(activity.id)).toEqual({
      convo_segments: 3,
      convo_summaries: 1,
      convo_action_items: 1,
      convo_questions: 1,
      convo_topic_matches: 1,
      convo_call_scores: 1,
    });
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
    expect(await countOutputs(activity.id)).toEqual({
      convo_segments: 3,
      convo_summaries: 0,
      convo_action_items: 0,
      convo_questions: 0,
      convo_topic_matches: 0,
      convo_call_scores: 0,
    });
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

  it.each([
    ['WebVTT', 'call.vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nOne\n\n00:00:02.000 --> 00:00:03.000'],
    ['SubRip', 'call.srt', '1\n00:00:00,000 --> 00:00:01,000\nOne\n\n2\n00:00:02,000 --> 00:00:03,000'],
  ])('counts the last cue of %s if it is cut off in or after its timings', async (_type, fileName, document) => {
    for (const cut of [0, 1, 2, 5, 12, 17]) {
      const activity = await lab.process(document.slice(0, document.length - cut), fileName, { title: `Cut ${cut}` });
      expect(activity).toMatchObject({ status: 'completed', processing_skipped_cues: 1 });
      expect(await lab.spoken(activity.id)).toEqual([[null, 0, 1000, 'One']]);
    }
    const silent = await lab.process(`${document}\n\n`, fileName);
    expect(silent).toMatchObject({ status: 'completed', processing_skipped_cues: 0 });
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
    expect(await countOutputs(activity.id)).toMatchObject({ convo_questions: 1, convo_call_scores: 0 });
  });

  it('leaves out and counts unreadable cues', async () => {
    const broken = `WEBVTT

00:00:00.000 --> 00:00:01.000
<v Ada Moreau>One</v>

00:00:0X.000 --> 00:00:02.000
broken time

00:00:05.000 -> 00:00:06.000
broken arrow

NOTE a note --> that is none

00:00:09.000 --> 00:00:07.000
reversed

lost words

00:00:10.000 --> 00:00:11.000

00:00:12.000 --> 00:00:13.000
Two A -> B
`;
    const activity = await lab.process(broken.replace('NOTE a note --> that is none', 'NOTE a note'), 'call.vtt');

    expect(activity).toMatchObject({ status: 'completed', processing_skipped_cues: 4 });
    expect(await lab.spoken(activity.id)).toEqual([
      ['Ada Moreau', 0, 1000, 'One'],
      [null, 12_000, 13_000, 'Two A -> B'],
    ]);
  });

  it.each([
    [
      'no cue can be read',
      'WEBVTT\n\n00:00 --> x\nA\n',
      'a.vtt',
      'The WebVTT transcript has no readable cue; 1 could not be read.',
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
    expect(await countOutputs(activity.id)).toEqual({
      convo_segments: 0,
      convo_summaries: 0,
      convo_action_items: 0,
      convo_questions: 0,
      convo_topic_matches: 0,
      convo_call_scores: 0,
    });
    expect(await lab.participants(activity.id)).toEqual([]);
  });

  it.each([
    ['it is empty', '', 'a.vtt', 'is an empty file'],
    ['it is a document', '%PDF-1.7\n%âãÏÓ\n', 'a.mp3', `is application/pdf, ${noRecording}`],
    ['it is a zip archive', Buffer.from('504b0304140000000800', 'hex'), 'a.vtt', `is application/zip, ${noRecording}`],
    ['it is random bytes', randomBytes(5000), 'a.mp3', `is of an unknown type, ${noRecording}`],
    [
      'it is audio and there is no transcriber',
      'RIFF\u0024\0\0\0WAVEfmt ',
      'a.wav',
      'is audio/wav, and no transcriber is configured (TRANSCRIBER_URL)',
    ],
  ])('rejects an upload when %s, and stores nothing', async (_, content, fileName, message) => {
    const { key, url: recordingUrl } = await lab.receive(content, fileName);
    const input = { hostUserEmail: 'ada@acme.example', language: 'en_GB', title: 'Call', recordingUrl };

    expect((await lab.caller.refusal('activity_upload', input)).issues).toEqual([{ path: ['recordingUrl'], message }]);
    expect(await db.selectFrom('convo_activities').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('convo_recordings').select('key').execute()).toEqual([]);
    await lab.conversation.recordings.release([key]);
    expect(await lab.files()).not.toContain(key);
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
    const activity = await lab.process(vtt, 'call.vtt');
    await db
      .updateTable('convo_activities')
      .set({ processing_state: 'running', recording_url: 'https://elsewhere.example/recordings/x' })
      .where('id', '=', activity.id)
      .execute();
    const keys = await db.transaction().execute((trx) => deleteFetchedClaims(trx, activity.id));

    expect(keys).toEqual([]);
    expect(await db.selectFrom('convo_recordings').select('fetched').execute()).toEqual([{ fetched: false }]);
  });

  it('rejects a stored recording that no longer exists, and stores no activity', async () => {
    const { key, url } = await lab.receive(vtt, 'call.vtt');
    await lab.conversation.recordings.release([key]);

    expect(
      await lab.caller.refusal('activity_upload', {
        hostUserEmail: 'ada@acme.example',
        language: 'en_GB',
        title: 'Call',
        recordingUrl: url,
      }),
    ).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'recordingUrl refers to a recording that no longer exists',
      issues: [{ path: ['recordingUrl'], message: 'refers to a recording that no longer exists' }],
    });
    expect(await db.selectFrom('convo_activities').select('id').execute()).toEqual([]);
  });

  it('rejects a forged recording URL', async () => {
    const { key, url } = await lab.receive(vtt, 'call.vtt');
    const forged = url.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));

    expect(
      (
        await lab.caller.refusal('activity_upload', {
          hostUserEmail: 'ada@acme.example',
          language: 'en_GB',
          title: 'Call',
          recordingUrl: forged,
        })
      ).message,
    ).toBe('recordingUrl must begin with https://');
    await lab.conversation.recordings.release([key]);
    expect(await lab.files()).not.toContain(key);
  });
});
