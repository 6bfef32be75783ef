import { describe, expect, it } from 'vitest';
import { activityPayload } from '../../../src/tools/convo/activity.ts';
import { segmentPayload } from '../../../src/tools/convo/outputs.ts';
import { topicThemePayload, userPayload } from '../../../src/tools/convo/team.ts';
import { activityRecord, startOf, userRecords } from './meeting-records.ts';
import { readMeetings } from './qmsum.ts';
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

describe('records of meetings', () => {
  it('keep what was said and derive times from its words', () => {
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

  it('follow the contract, and are the same every time', () => {
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

  it('are none when the folder is absent', async () => {
    expect(await readMeetings('/nowhere/at/all')).toBe(undefined);
  });
});
