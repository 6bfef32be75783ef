import { afterEach, beforeAll, expect, it } from 'vitest';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { storeTeams } from '../conversation-records.ts';
import { openProcessingLab } from './processing-lab.ts';

const noRecording = 'which is neither audio, video nor a transcript (WebVTT, SubRip, JSON)';

describeEmbedded('rejected uploads', (opened) => {
  const { db } = opened;
  const lab = openForSuite(() => openProcessingLab(opened));

  beforeAll(() => storeTeams(db));
  afterEach(async () => {
    expect(await db.selectFrom('convo_activities').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('convo_recordings').select('key').execute()).toEqual([]);
  });

  const refusal = async (recordingUrl: string) => {
    const input = { hostUserEmail: 'ada@acme.example', language: 'en_GB', title: 'Call', recordingUrl };
    return (await lab.caller.refusal('activity_upload', input)).message;
  };

  it.each([
    ['it is empty', '', 'a.vtt', 'is an empty file'],
    ['it is a document', '%PDF-1.7\n%âãÏÓ\n', 'a.mp3', `is application/pdf, ${noRecording}`],
    ['it is a zip archive', Buffer.from('504b0304140000000800', 'hex'), 'a.vtt', `is application/zip, ${noRecording}`],
    ['it is binary', Buffer.from('9d0e8f03'.repeat(1250), 'hex'), 'a.mp3', `is of an unknown type, ${noRecording}`],
    [
      'it is audio and there is no transcriber',
      'RIFF\u0024\0\0\0WAVEfmt ',
      'a.wav',
      'is audio/wav, and no transcriber is configured (TRANSCRIBER_URL)',
    ],
  ])('rejects an upload when %s, and stores nothing', async (_, content, fileName, message) => {
    const { key, url } = await lab.receive(content, fileName);

    expect(await refusal(url)).toBe(`recordingUrl ${message}`);
    await lab.conversation.recordings.release([key]);
    expect(await lab.files()).not.toContain(key);
  });

  it('rejects a stored recording that no longer exists', async () => {
    const { key, url } = await lab.receive('WEBVTT\n', 'call.vtt');
    await lab.conversation.recordings.release([key]);

    expect(await refusal(url)).toBe('recordingUrl refers to a recording that no longer exists');
  });

  it('rejects a forged recording URL', async () => {
    const { key, url } = await lab.receive('WEBVTT\n', 'call.vtt');

    expect(await refusal(url.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).toBe(
      'recordingUrl must begin with https://',
    );
    await lab.conversation.recordings.release([key]);
    expect(await lab.files()).not.toContain(key);
  });
});
