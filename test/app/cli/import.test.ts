import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { runCommand } from '../../support/process/cli.ts';
import { cleanUp, makeDataFolder } from '../../support/process/program.ts';

afterEach(cleanUp);

it('reads a CSV file from standard input', async () => {
  const environment = { DATA_DIR: await makeDataFolder() };
  const args = ['import', '/dev/stdin', '--format', 'csv', '--kind', 'city'];
  const outcome = await runCommand(environment, args, 'name\nTampere\n');
  expect(outcome).toMatchObject({ code: 0, stdout: '/dev/stdin: 1 record read: 1 new city\n' });
});

it('takes what follows a mapped column as files', async () => {
  const environment = { DATA_DIR: await makeDataFolder() };
  const file = join(environment.DATA_DIR, 'companies.csv');
  await writeFile(file, 'Key,Company\nacme,Acme\n');
  const args = ['import', '--kind', 'company', '--map', 'id=Key', '--map', 'name=Company', file];

  expect(await runCommand(environment, args)).toMatchObject({ code: 0, stderr: '' });
  const { db, close } = await openDatabase(readConfig(environment).database);
  expect(await db.selectFrom('talent_companies').select(['id', 'name']).execute()).toEqual([
    { id: expect.stringMatching(/^exe_[0-9a-f]{20}$/), name: 'Acme' },
  ]);
  await close();
});
