import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import type { RunResults } from './results.ts';

/** Where runs leave their results. */
export const reportFolder = process.env['TEST_REPORT_FOLDER'] ?? '.vitest';

/** How long a run may take, in milliseconds. */
export const maxRunMs = (slowness: number): number => 20 * 60_000 * Math.min(slowness, 2);

/** Runs vitest for at most `maxMs`. @returns its report; undefined if vitest ended without one */
export async function runVitest(
  args: readonly string[],
  slowness: number,
  maxMs = maxRunMs(slowness),
): Promise<RunResults | undefined> {
  const file = `${reportFolder}/results.json`;
  await mkdir(reportFolder, { recursive: true });
  await rm(file, { force: true });
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...args], {
    stdio: 'inherit',
    // A process group of its own: killing the group also ends what vitest has started.
    detached: true,
    env: {
      ...process.env,
      TEST_RESULTS: file,
      TEST_SLOWNESS: String(slowness),
      TEST_RUN_MS: process.env['TEST_RUN_MS'] ?? String(maxMs),
    },
  });
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  const stop = () => {
    endGroup();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const [exitCode] = await once(child, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  endGroup();
  return readFile(file, 'utf8').then(
    (text): RunResults => ({ ...JSON.parse(text), exitCode }),
    () => undefined,
  );
}
