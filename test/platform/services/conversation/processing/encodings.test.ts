import { beforeEach, describe, expect, it } from 'vitest';
import { suiteDatabase } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { resetTeams } from '../conversation-records.ts';
import { openProcessingLab } from './processing-lab.ts';

const cue = (text: string) => `1\r\n00:00:01,000 --> 00:00:02,000\r\n${text}\r\n`;
const caption = cue('Zoë Müller: Grüße – 5 €');
const spoken = [['Zoë Müller', 1000, 2000, 'Grüße – 5 €']];
const json = JSON.stringify([{ speaker: 'Zoë', startMs: 0, endMs: 1, text: 'Grüße' }]);

/** Encodes Latin 1 and the two characters of these tests that only Windows-1252 has. */
const windows1252 = (text: string) => Buffer.from(text.replace('–', '\x96').replace('€', '\x80'), 'latin1');
const bigEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

const windowsWarning =
  'The file is not UTF-8. It was read as Windows-1252: if some letters are wrong, save it as UTF-8 and upload it again.';
const damageWarning = 'Some characters of the file could not be decoded. They appear as \uFFFD.';

describe('the encoding of an uploaded transcript', () => {
  const opened = suiteDatabase();
  const { db } = opened;
  const lab = openForSuite(() => openProcessingLab(opened));
  beforeEach(() => resetTeams(db));

  const process = async (content: Uint8Array, fileName = 'call.srt') => {
    const activity = await lab.process(content, fileName, { skipFullAnalysis: true });
    const { processing_state: state, processing_failure: failure, processing_warnings: warnings } = activity;
    return { state, failure, warnings, spoken: await lab.spoken(activity.id) };
  };

  it.each([
    ['UTF-8', Buffer.from(caption)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${caption}`)],
    ['UTF-16', Buffer.from(`\uFEFF${caption}`, 'utf16le')],
    ['UTF-16, big endian', bigEndian(caption)],
  ])('can be %s', async (_, content) => {
    expect(await process(content)).toEqual({ state: 'done', failure: null, warnings: [], spoken });
  });

  it('can be Windows-1252, with a warning', async () => {
    const result = { state: 'done', failure: null, warnings: [windowsWarning], spoken };

    expect(await process(windows1252(caption))).toEqual(result);
    const vtt = `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Zoë Müller>Grüße – 5 €\n`;
    expect(await process(windows1252(vtt), 'call.vtt')).toEqual(result);
  });

  it('can be Windows-1252 in a file whose start is ASCII', async () => {
    const long = `${cue('Zoe: hello')}\r\n`.repeat(2000);
    const { warnings, spoken: all } = await process(windows1252(long + caption));

    expect([warnings, all.length]).toEqual([[windowsWarning], 2001]);
    expect(all.map(([name]) => name)).toContain('Zoë Müller');
  });

  it('stays UTF-8 if the file is damaged, with a warning', async () => {
    const content = Buffer.from(cue('Zoë Müller: Grüße, Ю'));
    const broken = Buffer.concat([content.subarray(0, -3), content.subarray(-2)]);

    expect(await process(broken)).toEqual({
      state: 'done',
      failure: null,
      warnings: [damageWarning],
      spoken: [['Zoë Müller', 1000, 2000, 'Grüße, \uFFFD']],
    });
  });

  it.each([
    ['Windows-1252', windows1252(json)],
    ['damaged UTF-8', Buffer.concat([Buffer.from(json), Buffer.from([0xff])])],
  ])('cannot be %s in JSON', async (_, content) => {
    expect(await process(content, 'call.json')).toEqual({
      state: 'failed',
      failure: 'The JSON file is not valid UTF-8.',
      warnings: [],
      spoken: [],
    });
  });

  it('can be UTF-16 in JSON', async () => {
    expect(await process(Buffer.from(`\uFEFF${json}`, 'utf16le'), 'call.json')).toEqual({
      state: 'done',
      failure: null,
      warnings: [],
      spoken: [['Zoë', 0, 1, 'Grüße']],
    });
  });
});
