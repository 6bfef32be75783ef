import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { cleanUp, makeFolder, spawnProgram, waitForOutput, withoutProgress } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** The numbers of stored signals and activities. */
async function storedIn(dataDir: string): Promise<number[]> {
  const { db, close } = await openDatabase({ dataDir });
  const signals = await db.selectFrom('talent_signals').select('id').execute();
  const activities = await db.selectFrom('convo_activities').select('id').execute();
  await close();
  return [signals.length, activities.length];
}

// `life.test.ts` tests that the next start loads the data.
describe('a first start with demo data', { timeout: timeLimit(120) }, () => {
  afterEach(cleanUp);

  it.each([
    ['SIGKILL', [null, 'SIGKILL']],
    ['SIGINT', [130, null]],
  ] as const)('that is ended by %s while it loads them leaves nothing half stored', async (signal, ending) => {
    const dataDir = join(await makeFolder(), 'data');
    const program = spawnProgram({ DATA_DIR: dataDir, DEMO_DATA: 'true', LOG_LEVEL: 'info' });
    const faults = text(program.stderr).then(withoutProgress);
    await waitForOutput(program.stdout, /loading demo data/);
    program.kill(signal);
    expect(await once(program, 'close')).toEqual(ending);
    expect(await faults).toBe('');
    expect(await storedIn(dataDir)).toEqual([0, 0]);
  });
});
