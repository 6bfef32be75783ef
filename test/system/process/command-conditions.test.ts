import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { commandJson, runCli, runCommand, withoutAudit } from '../../support/process/cli.ts';
import { cleanUp, makeDataFolder, makeFolder, spawnProgram } from '../../support/process/program.ts';
import { generatedKey, importRecords } from '../../support/process/command-records.ts';
import { timeLimit } from '../../support/time-limit.ts';

describe('a command', { timeout: timeLimit(120) }, () => {
  afterEach(cleanUp);

  it('exits with 1 when a secret cannot be written to standard output', async () => {
    const child = spawnProgram({ DATA_DIR: await makeDataFolder() }, { args: ['clients', 'add', 'graph'] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr).then(withoutAudit), once(child, 'close')]);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'The command succeeded, but its output could not be written: write EPIPE. If it contained a key or secret, create a new one.\n',
    });
  });

  it('sees what earlier commands stored in a data folder', async () => {
    const environment = { DATA_DIR: await makeDataFolder() };
    await importRecords(environment);
    await runCommand(environment, ['connections', 'add', 'convo', '--kind', 'convo', '--prefix', 'convo_']);
    const { key } = generatedKey.parse(
      await commandJson(environment, ['keys', 'generate', 'convo', '--user', 'ada@acme.example']),
    );

    // In a separate process, which reads the key from a pipe.
    expect(await runCli(environment, ['accounts', 'connect', 'convo', 'ada'], key)).toMatchObject({ code: 0 });
    expect(await commandJson(environment, ['accounts', 'list'])).toMatchObject({
      accounts: [{ connection: 'convo', identifier: 'ada', status: 'active' }],
    });
  });

  it('refuses to run in memory or against a remote platform', async () => {
    expect(await runCommand({ DATA_DIR: 'memory' }, ['accounts', 'list'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'DATA_DIR is memory, so there is no stored data. Set it to a folder, or set DATABASE_URL.\n',
    });
    const remote = {
      PLATFORM_URL: 'https://platform.example',
      PLATFORM_CLIENT_ID: 'x',
      PLATFORM_CLIENT_SECRET: 'y'.repeat(16),
    };
    expect(await runCommand(remote, ['keys', 'list'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'PLATFORM_URL is set. Run this command on the platform itself.\n',
    });
  });

  it('that needs stored records does not create a database', async () => {
    const folder = await makeFolder();
    expect(await runCommand({ DATA_DIR: folder }, ['ids'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `The data folder ${folder} has no database yet. Start the server or import files first.\n`,
    });
    expect(existsSync(join(folder, 'database'))).toBe(false);
  });

  it('says how connections are made before the first start', async () => {
    expect(await runCommand({ DATA_DIR: await makeFolder() }, ['accounts', 'connect', 'talent', 'ada'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No connection is named "talent". There is none yet: start the server once, or run connections add.\n',
    });
  });
});
