import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockDataDir } from '../../../src/platform/database/embedded/data-dir-lock.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { copyDatabase } from '../../support/database/migrated-database.ts';
import { ask } from '../../support/graph/served-graph.ts';
import {
  cleanUp,
  inlineScript,
  makeDataFolder,
  makeFolder,
  type Program,
  spawnProgram,
  startProgram,
  waitForOutput,
  withoutProgress,
} from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const heldBy = (dataDir: string, holder: string) => ({
  code: 1,
  stdout: '',
  stderr: `The data folder ${dataDir} is in use by ${holder}. Stop that process, or set DATA_DIR to another folder.\n`,
});

describe('a data folder in use', { timeout: timeLimit(240) }, () => {
  let dataDir: string;
  let holder: Program;

  beforeAll(async () => {
    dataDir = await makeDataFolder();
    holder = await startProgram({ DATA_DIR: dataDir });
  }, timeLimit(120));
  afterAll(cleanUp);

  it('is not available while its process is suspended', async () => {
    process.kill(holder.pid, 'SIGSTOP');
    const locked = lockDataDir(dataDir);
    await expect(locked).rejects.toThrow(heldBy(dataDir, 'a process that does not respond').stderr.trim());
    process.kill(holder.pid, 'SIGCONT');
  });

  it('goes to exactly one of several processes that start after its process was killed', async () => {
    await holder.end('SIGKILL');
    expect(await readdir(dataDir)).toContain('holder.sock');

    const starts = Array.from({ length: 2 }, () => spawnProgram({ DATA_DIR: dataDir }));
    const outcomes = await Promise.all(
      starts.map(async (child) => {
        const faults = text(child.stderr).then(withoutProgress);
        const url = await waitForOutput(child.stdout, /http:\S+/);
        return url === undefined ? { refusal: await faults, child } : { url, child };
      }),
    );
    const [winner, ...others] = outcomes.filter(({ url }) => url !== undefined);

    expect(winner).toBeDefined();
    expect(others).toEqual([]);
    const refusal = heldBy(dataDir, `process ${winner?.child.pid}`).stderr;
    expect(outcomes.flatMap((outcome) => outcome.refusal ?? [])).toEqual([refusal]);
    await expect(lockDataDir(dataDir)).rejects.toThrow(refusal.trim());
    expect((await ask(winner?.url ?? '', '{ __typename }')).data).toEqual({ __typename: 'Query' });

    winner?.child.kill('SIGTERM');
    await once(winner?.child ?? process, 'exit');
    expect(await readdir(dataDir)).not.toContain('holder.sock');
    const { close } = await openDatabase({ dataDir });
    await close();
  });

  it('can have a longer path than a socket address allows', async () => {
    const longPath = join(await makeFolder(), 'a'.repeat(80), 'b'.repeat(80));
    await copyDatabase(longPath);
    const source = JSON.stringify(
      new URL('../../../src/platform/database/embedded/data-dir-lock.ts', import.meta.url).href,
    );
    const { args, env } = inlineScript(`
      import { lockDataDir } from ${source};
      await lockDataDir(${JSON.stringify(longPath)});
      setInterval(() => {}, 1000);
      console.log('locked');`);
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await waitForOutput(child.stdout, /locked/);

    await expect(lockDataDir(longPath)).rejects.toThrow(heldBy(longPath, `process ${child.pid}`).stderr.trim());
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { close } = await openDatabase({ dataDir: longPath });
    await close();
  });
});
