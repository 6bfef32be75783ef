import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { runCommand } from '../../support/process/cli.ts';
import { cleanUp, makeDataFolder } from '../../support/process/program.ts';

afterEach(cleanUp);

it.each(['-', '/dev/stdin'])('reads a CSV file from standard input, named %s', async (name) => {
  const environment = { DATA_DIR: await makeDataFolder() };
  const args = ['import', name, '--format', 'csv', '--kind', 'city'];
  const outcome = await runCommand(environment, args, 'name\nTampere\n');
  expect(outcome).toMatchObject({ code: 0, stdout: `${name}: 1 record read: 1 new city\n` });
});

it('reads a CSV file from a pipe', async () => {
  const environment = { DATA_DIR: await makeDataFolder() };
  const pipe = join(environment.DATA_DIR, 'CITIES.CSV');
  await promisify(execFile)('mkfifo', [pipe]);
  const [outcome] = await Promise.all([
    runCommand(environment, ['import', pipe, '--kind', 'city']),
    writeFile(pipe, 'name\nTampere\n'),
  ]);
  expect(outcome).toMatchObject({ code: 0, stdout: `${pipe}: 1 record read: 1 new city\n` });
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
