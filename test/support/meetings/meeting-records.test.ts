import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { activityPayload } from '../../../src/tools/conversation/activity.ts';
import { segmentPayload } from '../../../src/tools/conversation/outputs.ts';
import { topicThemePayload, userPayload } from '../../../src/tools/conversation/team.ts';
import { activityRecord, startOf, userRecords } from './meeting-records.ts';
import { readMeetingFolder } from './qmsum.ts';
import { themeRecords } from './themes.ts';

const meeting = {
  name: 'covid_3',
  humanSummary: '',
  turns: [
    { speaker: 'Ms. Ann Lee (North, GP)', content: 'Thank you , Mr. Chair .' },
    { speaker: 'The Chair', content: '{vocalsound}' },
    { speaker: 'Ms. Ann Lee', content: "It is 5 {pause} o'clock ." },
  ],
};

describe('converting meetings', () => {
  it('copies the transcript and derives times from word counts', () => {
    const record = activityRecord(meeting, startOf(new Date('2026-10-05T09:00:00Z'), 2));
    const [lee = '', chair = ''] = record.participants.map(({ id }) => id);
    expect(record).toMatchObject({
      title: 'Special committee meeting covid_3',
      started_at: '2026-10-07T09:00:00.000Z',
      completed_at: '2026-10-07T09:00:03.600Z',
      duration_ms: 3600,
      provider: 'derived-clock',
      language: 'en_CA',
      external_id: 'qmsum:covid_3',
      host_user_id: userRecords()[2]?.id,
      participants: [{ name: 'Ms. Ann Lee' }, { name: 'The Chair' }],
    });
    expect(record.segments).toEqual([
      { participant_id: lee, start_ms: 0, end_ms: 1600, text: 'Thank you , Mr. Chair .' },
      { participant_id: chair, start_ms: 1600, end_ms: 2000, text: '{vocalsound}' },
      { participant_id: lee, start_ms: 2000, end_ms: 3600, text: "It is 5 {pause} o'clock ." },
    ]);
  });

  it('produces valid records, identical every time', () => {
    const convert = () => activityRecord(meeting, new Date(0));
    expect(convert()).toEqual(convert());
    expect(activityPayload.safeParse(convert()).error).toBeUndefined();
    for (const segment of convert().segments) expect(segmentPayload.safeParse(segment).error).toBeUndefined();
    for (const user of userRecords()) expect(userPayload.safeParse(user).error).toBeUndefined();
    for (const theme of themeRecords()) expect(topicThemePayload.safeParse(theme).error).toBeUndefined();
    const ids = themeRecords().flatMap(({ id, topics }) => [
      id,
      ...topics.flatMap((topic) => [topic.id, ...topic.triggers.map((trigger) => trigger.id)]),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['Bmr005', 'Research group meeting Bmr005'],
    ['IS1000a', 'Remote control design meeting IS1000a'],
    ['TS3003d', 'Remote control design meeting TS3003d'],
    ['education_12', 'Special committee meeting education_12'],
    ['train-7', 'Meeting train-7'],
  ])('derives the title of %s and its host from its collection', (name, title) => {
    const record = activityRecord({ ...meeting, name }, new Date(0));
    expect(record.title).toBe(title);
    expect(userRecords().map(({ id }) => id)).toContain(record.host_user_id);
  });

  it('calls a speaker without a name "Unknown speaker"', () => {
    const record = activityRecord({ ...meeting, turns: [{ speaker: ' ', content: 'Hello' }] }, new Date(0));
    expect(record.participants.map(({ name }) => name)).toEqual(['Unknown speaker']);
  });

  it('reads JSON and JSON Lines and reports unreadable input with file and line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meetings-'));
    const said = { meeting_transcripts: [{ speaker: 'A', content: 'Hello' }] };
    const good = JSON.stringify({ ...said, general_query_list: [{ query: 'All', answer: 'They met.' }] });
    await writeFile(join(folder, 'ES2002a.json'), `\uFEFF${good}`);
    await writeFile(join(folder, 'ES2003a.json'), '{\n"meeting_transcripts": [\n}');
    await writeFile(join(folder, 'ES2004a.json'), '{"meeting_transcripts": [\n');
    await writeFile(
      join(folder, 'train.jsonl'),
      [JSON.stringify(said), '', '{"meeting_transcripts":[{"speaker":"A"}]}', '{'].join('\n'),
    );
    await writeFile(join(folder, 'README.md'), 'Meetings');

    const read = await readMeetingFolder(folder);
    expect(read?.meetings.map(({ name, humanSummary }) => [name, humanSummary])).toEqual([
      ['ES2002a', 'They met.'],
      ['train-1', ''],
    ]);
    expect(read?.faults.map((fault) => fault.split(': ').slice(0, 2).join(': '))).toEqual([
      expect.stringMatching(/^ES2003a\.json:3: /),
      expect.stringMatching(/^ES2004a\.json:2: /),
      'train.jsonl:3: meeting_transcripts.0.content',
      expect.stringMatching(/^train\.jsonl:4: /),
    ]);
    await rm(folder, { recursive: true });
  });

  it('returns nothing when the folder does not exist', async () => {
    expect(await readMeetingFolder('/nowhere/at/all')).toBe(undefined);
  });
});
