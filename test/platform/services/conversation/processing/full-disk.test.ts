import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalysisThread } from '../../../../../src/platform/services/conversation/processing/analysis-thread.ts';
import { suiteDatabase } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { storeTeams } from '../conversation-records.ts';
import { openProcessingLab } from './processing-lab.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

describe('a recording that is processed while the disk is full', () => {
  const database = suiteDatabase();
  let failures = 0;
  const lab = openForSuite(() => {
    const thread = createAnalysisThread();
    const analysisThread: typeof thread = {
      ...thread,
      async analyse(...task) {
        // Fails the first attempt of the job and its three retries.
        if (failures < 4) {
          failures += 1;
          throw new Error('no space', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) });
        }
        return thread.analyse(...task);
      },
    };
    return openProcessingLab(database, { analysisThread });
  });
  beforeAll(() => storeTeams(database.db));

  it('waits for space without an end', { timeout: timeLimit(120) }, async () => {
    const transcript = [{ startMs: 0, endMs: 2000, text: 'We will send the price by Friday.' }];
    const activity = await lab.process(JSON.stringify(transcript), 'call.json');
    expect(activity).toMatchObject({ status: 'completed', processing_state: 'done', processing_failure: null });
    expect(failures).toBe(4);
  });
});
