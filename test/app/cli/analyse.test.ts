import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { analyseCommand } from '../../../src/app/cli/analyse.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { copyDatabase } from '../../support/database/migrated-database.ts';
import { activity, storeTeams } from '../../platform/services/conversation/conversation-records.ts';
import { captureOutput } from './capture-output.ts';
import { createFolder } from '../../support/folder.ts';
import { useFreshResource } from '../../support/resource.ts';

const folder = useFreshResource(createFolder);
let written: string[];

beforeEach(() => {
  vi.stubEnv('DATA_DIR', folder.path);
  vi.stubEnv('LOG_LEVEL', 'error');
  written = captureOutput();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const run = (...args: string[]) => analyseCommand().exitOverride().parseAsync(args, { from: 'user' });

it('analyses stored conversations from a date on, once', async () => {
  await copyDatabase(folder.path);
  const { db, close } = await openDatabase({ dataDir: folder.path });
  await storeTeams(db);
  const segments = [{ start_ms: 0, end_ms: 4000, text: 'What would the new price be for the whole team?' }];
  await storeActivities(db, [activity('old', { segments, started_at: '2025-01-01' }), activity('new', { segments })]);
  await close();
  await run('--since', '2026-01-01', '--json');
  await run();
  await run();
  expect(written).toEqual([
    '{"checked":1,"rematched":0,"analysed":1,"tooLarge":0}\n',
    'Checked 1: updated the topics of 0, analysed 1.\n',
    'All conversations are up to date.\n',
  ]);
});

it('rejects an invalid date', async () => {
  const faults = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await expect(run('--since', 'yesterday')).rejects.toThrow('It must be YYYY-MM-DD');
  expect(faults).toHaveBeenCalledOnce();
  expect(written).toEqual([]);
});
