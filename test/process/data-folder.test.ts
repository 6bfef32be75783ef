import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lockDataDir } from '../../src/platform/database/embedded/data-dir-lock.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { copyDatabase } from '../support/database/migrated-database.ts';
import {
  cleanUp,
  makeDataFolder,
  makeFolder,
  type Program,
  refusedStart,
  spawnProgram,
  startProgram,
  waitForOutput,
  withoutProgress,
} from './program.ts';

const heldBy = (dataDir: string, holder: string) => ({
  code: 1,
  stdout: '',
  stderr: `The data folder ${dataDir} is in use by ${holder}. Stop that process, or set DATA_DIR to another folder.\n`,
});

describe('a data folder in use', { timeout: 120_000 }, () => {
  let dataDir: string;
  /** The running process; each test leaves one running for the next. */
  let holder: Program;

  beforeAll(async () => {
    dataDir = await makeDataFolder();
    holder = await startProgram({ DATA_DIR: dataDir });
  });
  afterAll(cleanUp);

  it('rejects a second process, naming the first', async () => {
    expect(await refusedStart({ DATA_DIR: dataDir })).toEqual(heldBy(dataDir, `process ${holder.pid}`));
    const { data } = await holder.ask('{ __typename }');
    expect(data).toEqual({ __typename: 'Query' });
  });

  it('rejects a second process while the first is suspended', async () => {
    process.kill(holder.pid, 'SIGSTOP');
    const refusal = await refusedStart({ DATA_DIR: dataDir });
    process.kill(holder.pid, 'SIGCONT');

    expect(refusal).toEqual(heldBy(dataDir, 'a process that does not respond'));
  });

  it('is released when its process exits', async () => {
    expect(await holder.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await readdir(dataDir)).not.toContain('holder.sock');

    holder = await startProgram({ DATA_DIR: dataDir });
    expect((await holder.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });

  it('is released when its process is killed, although the socket remains', async () => {
    await holder.end('SIGKILL');
    expect(await readdir(dataDir)).toContain('holder.sock');

    holder = await startProgram({ DATA_DIR: dataDir });
    expect((await holder.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
    await expect(lockDataDir(dataDir)).rejects.toThrow(heldBy(dataDir, `process ${holder.pid}`).stderr.trim());
  });

  it('goes to exactly one of several processes that find a stale socket at the same time', async () => {
    await holder.end('SIGKILL');

    const starts = Array.from({ length: 4 }, () => spawnProgram({ DATA_DIR: dataDir }));
    const outcomes = await Promise.all(
      starts.map(async (child) => {
        const faults = text(child.stderr).then(withoutProgress);
        const url = await waitForOutput(child.stdout, /http:\S+/);
        return url === undefined ? { refusal: await faults, pid: child.pid } : { url, pid: child.pid };
      }),
    );
    const holders = outcomes.filter(({ url }) => url !== undefined);

    expect(holders).toHaveLength(1);
    expect(outcomes.flatMap(({ refusal }) => refusal ?? [])).toEqual(
      Array.from({ length: 3 }, () => heldBy(dataDir, `process ${holders[0]?.pid}`).stderr),
    );
    expect(await refusedStart({ DATA_DIR: dataDir })).toEqual(heldBy(dataDir, `process ${holders[0]?.pid}`));
  });
});

describe('a data folder', { timeout: 120_000 }, () => {
  afterEach(cleanUp);

  it('is filled with demo data on the next start when the first one was killed', async () => {
    const dataDir = await makeDataFolder();
    const killed = spawnProgram({ DATA_DIR: dataDir, DEMO_DATA: 'true', LOG_LEVEL: 'info' });
    await waitForOutput(killed.stdout, /demo data/);
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    const program = await startProgram({ DATA_DIR: dataDir, DEMO_DATA: 'true' });
    const { data } = await program.ask('{ lists { id entryCount } }');
    expect(data).toEqual({
      lists: [
        { id: 'lst_next_quarter', entryCount: 0 },
        { id: 'lst_boards', entryCount: 25 },
        { id: 'lst_big_tech_leavers', entryCount: 11 },
        { id: 'lst_shortlist', entryCount: 18 },
        { id: 'lst_fintech_london', entryCount: 7 },
        { id: 'lst_climate', entryCount: 36 },
        { id: 'lst_research', entryCount: 64 },
        { id: 'lst_repeat_founders', entryCount: 26 },
        { id: 'lst_stealth', entryCount: 102 },
      ],
    });
  });

  it('can have a longer path than a socket address allows', async () => {
    const dataDir = join(await makeFolder(), 'a'.repeat(80), 'b'.repeat(80));
    await copyDatabase(dataDir);
    const holder = await startProgram({ DATA_DIR: dataDir });

    await expect(lockDataDir(dataDir)).rejects.toThrow(heldBy(dataDir, `process ${holder.pid}`).stderr.trim());
    await holder.end('SIGKILL');
    const { close } = await openDatabase({ dataDir });
    await close();
  });
});
