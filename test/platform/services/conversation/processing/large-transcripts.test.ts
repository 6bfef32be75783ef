import { beforeAll, expect, it } from 'vitest';
import { sharedAnalysisThread } from '../../../../../src/platform/services/conversation/processing/analysis-thread.ts';
import { suiteDatabase } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { storeTeams } from '../conversation-records.ts';
import { openProcessingLab } from './processing-lab.ts';

const database = suiteDatabase();
/** Sizes of the transcripts that are in memory. */
const inMemory: number[] = [];
const together: number[] = [];
const lab = openForSuite(() => {
  const shared = sharedAnalysisThread();
  return openProcessingLab(database, {
    recordings: { folder: 'memory', maxBytes: 8 * 1024 * 1024, retentionDays: 30 },
    analysisThread: {
      ...shared,
      async readTranscript(file, options) {
        // Reads the length first: the transfer to the thread empties the array.
        const { length } = file.bytes;
        inMemory.push(length);
        together.push(inMemory.filter((size) => size > 1024 * 1024).length);
        const transcript = await shared.readTranscript(file, options);
        inMemory.splice(inMemory.indexOf(length), 1);
        return transcript;
      },
      close: async () => {},
    },
  });
});

beforeAll(() => storeTeams(database.db));

it('reads large transcripts into memory one at a time, and small ones in between', async () => {
  const transcript = JSON.stringify([{ startMs: 0, endMs: 1000, text: 'Hello' }]);
  const files = [1_200_000, 1_200_000, 100, 1_200_000, 100].map((size) => transcript.padEnd(size));
  const activities = await Promise.all(files.map((file) => lab.process(file, 'call.json')));

  expect(activities.map(({ processing_state }) => processing_state)).toEqual(files.map(() => 'done'));
  expect(together).toHaveLength(files.length);
  expect(Math.max(...together)).toBe(1);
});
