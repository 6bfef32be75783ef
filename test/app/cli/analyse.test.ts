import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { copyDatabase } from '../../support/database/migrated-database.ts';
import { activity, storeTeams } from '../../platform/services/conversation/conversation-records.ts';
import { runCommand } from '../../support/process/cli.ts';
import { createFolder } from '../../support/folder.ts';
import { useFreshResource } from '../../support/resource.ts';

const folder = useFreshResource(createFolder);

const run = (...args: string[]) => runCommand({ DATA_DIR: folder.path }, ['analyse', ...args]);

it('analyses stored conversations from a date on, once', async () => {
  await copyDatabase(folder.path);
  const { db, close } = await openDatabase({ dataDir: folder.path });
  await storeTeams(db);
  const segments = [{ start_ms: 0, end_ms: 4000, text: 'What would the new price be for the whole team?' }];
  await storeActivities(db, [activity('old', { segments, started_at: '2025-01-01' }), activity('new', { segments })]);
  await close();
  const outputs = [await run('--since', '2026-01-01', '--json'), await run(), await run()];
  expect(outputs.map(({ stdout }) => stdout)).toEqual([
    '{"checked":1,"rematched":0,"analysed":1,"tooLarge":0}\n',
    'Checked 1: updated the topics of 0, analysed 1.\n',
    'All conversations are up to date.\n',
  ]);
});
