import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { demoCommand } from '../../../src/app/start/demo-process.ts';
import { lockDataDir } from '../../../src/platform/database/embedded/data-dir-lock.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { cleanUp, makeFolder, spawnProgram, waitForOutput, withoutProgress } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** Starts the program on a new data folder, and waits until its child process loads the demo data. */
async function startLoading() {
  const dataDir = join(await makeFolder(), 'data');
  const program = spawnProgram({ DATA_DIR: dataDir, DEMO_DATA: 'true', LOG_LEVEL: 'info' });
  const faults = text(program.stderr).then(withoutProgress);
  await waitForOutput(program.stdout, /loading demo data/);
  const locked: unknown = await lockDataDir(dataDir).catch((error: unknown) => error);
  const childId = Number(/in use by process (\d+)/.exec(String(locked))?.[1]);
  return { dataDir, program, childId, faults };
}

/** The child process keeps the lock until it ends, which can be after the program. */
const whenUnlocked = (dataDir: string) =>
  vi.waitFor(async () => {
    const unlock = await lockDataDir(dataDir);
    await unlock();
  }, timeLimit(60));

/** How many signals and activities are stored. */
async function storedIn(dataDir: string): Promise<number[]> {
  const { db, close } = await openDatabase({ dataDir });
  const signals = await db.selectFrom('talent_signals').select('id').execute();
  const activities = await db.selectFrom('convo_activities').select('id').execute();
  await close();
  return [signals.length, activities.length];
}

// That the next start loads the data is tested with the life of the program.
describe('a first start with demo data', { timeout: timeLimit(120) }, () => {
  afterEach(cleanUp);

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'loads it in a child process, which ends with the program on %s and leaves nothing half stored',
    async (signal) => {
      const { dataDir, program, childId, faults } = await startLoading();
      expect(childId).not.toBe(program.pid);
      program.kill(signal);
      const [code, endedBy] = await once(program, 'close');
      expect([code, endedBy]).toEqual({ SIGKILL: [null, 'SIGKILL'], SIGINT: [130, null] }[signal]);
      expect(await faults).toBe('');
      await whenUnlocked(dataDir);
      expect(await storedIn(dataDir)).toEqual([0, 0]);
    },
  );

  it('ends its child process as soon as the pipe between them closes', async () => {
    const dataDir = join(await makeFolder(), 'data');
    const child = fork('src/main.ts', [demoCommand, dataDir, '2026-01-01T00:00:00Z'], {
      execPath: join('node_modules', '.bin', 'node'),
      execArgv: [],
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    await expect.poll(() => readdir(dataDir).catch(() => []), { timeout: timeLimit(60) }).toContain('holder.sock');
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });

  it('ends with one sentence when the child process is killed', async () => {
    const { program, childId, faults } = await startLoading();
    const exited = once(program, 'exit');
    process.kill(childId, 'SIGKILL');
    expect(await exited).toEqual([1, null]);
    expect(await faults).toBe('The process that loads the demo data was ended by SIGKILL.\n');
  });
});
