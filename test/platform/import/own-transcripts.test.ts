import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTranscriptName } from '../../../src/platform/import/files/read-transcripts.ts';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { readOwnFiles } from '../../support/own-files/own-files.ts';
import { openImportLab } from './import-lab.ts';

const { folder } = readOwnFiles('dev');

describe('names of transcripts as people bring them', () => {
  it.each([
    ['Vendor sync (2026-03-17 09_30 GMT+5_30)', 'Vendor sync', '2026-03-17T04:00:00Z'],
    ['Late call (2026-03-18 22_00 GMT-8)', 'Late call', '2026-03-19T06:00:00Z'],
    ['Weekly Sync (2026-02-05 15_00 GMT-7)', 'Weekly Sync', '2026-02-05T22:00:00Z'],
    ['GMT20260320-081500_Recording_1920x1080.transcript', undefined, '2026-03-20T08:15:00Z'],
    ['2026-03-22 14-45 Recording studio', 'Recording studio', '2026-03-22T14:45:00Z'],
  ])('%s', (name, title, start) => {
    expect(parseTranscriptName(name)).toEqual({ title, startedAt: new Date(start) });
  });
});

describeEmbedded('an import of transcripts as people bring them', ({ db }) => {
  const lab = openForSuite(() => openImportLab(db));

  it('names the cues that it leaves out, and the file', async () => {
    const file = '2026-03-05 09-30 renewal talk.srt';
    await cp(join(folder, 'transcripts', file), join(lab.folder, 'calls', file));
    const { faults, results } = await lab.run(['calls']);

    expect(results).toEqual(['calls: 1 record read: 1 new activity; 1 record without bad values']);
    expect(faults).toEqual([
      `calls/${file}: 1 of 5 cues were left out, because their times cannot be read; the first is line 14: 00:00:1O,200 --> 00:00:12,000`,
    ]);
  });
});
