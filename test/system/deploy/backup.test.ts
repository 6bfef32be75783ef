import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { databaseUrl, onServer } from '../../support/database/server-statement.ts';
import { cleanUp, makeDataFolder, makeFolder, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const page = await readFile('src/app/README.md', 'utf8');

/** The commands to back up and restore that the README shows below a heading. */
function documentedCommands(heading: string): { backUp: string; restore: string } {
  const [, section = ''] = page.split(`### ${heading}\n`);
  const [, backUp = '', restore = ''] = /```sh\n# back up\n([^`]*)# restore\n([^`]*)```/.exec(section) ?? [];
  return { backUp, restore };
}

const run = (commands: string, cwd: string, environment: Record<string, string>) =>
  promisify(execFile)('sh', ['-ec', commands], { cwd, env: { PATH: process.env['PATH'] ?? '', ...environment } });

const createList = 'mutation { createList(input: { name: "Saved" }) { __typename } }';

describe('the documented backup', { timeout: timeLimit(240) }, () => {
  afterEach(cleanUp);

  it('restores an embedded database with its keys', async () => {
    const { backUp, restore } = documentedCommands('Back up and restore the embedded database');
    const [place, source, target] = [await makeFolder(), await makeDataFolder(), await makeFolder()];
    const program = await startProgram({ DATA_DIR: source });
    await program.ask(createList);
    await program.end('SIGTERM');
    await run(backUp, place, { DATA_DIR: source });
    await run(restore, place, { DATA_DIR: target });

    const restored = await startProgram({ DATA_DIR: target });
    expect((await restored.ask('{ lists { name } }')).data).toEqual({ lists: [{ name: 'Saved' }] });
  });

  const serverUrl = process.env['TEST_DATABASE_URL'];

  it.skipIf(serverUrl === undefined)('restores PostgreSQL and the files, taken while the node runs', async () => {
    const { backUp, restore } = documentedCommands('Back up and restore PostgreSQL');
    const [place, source, target] = [await makeFolder(), await makeFolder(), await makeFolder()];
    const database = await makeServerDatabase(serverUrl ?? '');
    const name = `test_restored_${randomBytes(8).toString('hex')}`;
    await onServer(serverUrl ?? '', `create database ${name}`);
    const restoredUrl = databaseUrl(serverUrl ?? '', name);
    try {
      const program = await startProgram({ DATABASE_URL: database.url, DATA_DIR: source });
      await program.ask(createList);
      await run(backUp, place, { DATABASE_URL: database.url, DATA_DIR: source });
      await run(restore, place, { DATABASE_URL: restoredUrl, DATA_DIR: target });

      const restored = await startProgram({ DATABASE_URL: restoredUrl, DATA_DIR: target });
      expect((await restored.ask('{ lists { name } }')).data).toEqual({ lists: [{ name: 'Saved' }] });
      expect((await restored.ask(createList)).data).toEqual({ createList: { __typename: 'CreateListSuccess' } });
    } finally {
      await cleanUp();
      await database.remove();
      await onServer(serverUrl ?? '', `drop database ${name} with (force)`);
    }
  });
});
