import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { closingLines, excused, rejected, type Outcome } from './closing-lines.ts';
import { measureSlowness } from './measure-slowness.ts';
import type { RunResults } from './results.ts';
import { judgeFirstAttempt } from './second-attempt.ts';

// `npm test [-- <files and --option=value of vitest>]`: runs the suite, then failed files once more, alone, in a new process.

const folder = process.env['TEST_REPORT_FOLDER'] ?? '.vitest';
const maxMinutes = 20;

/** Runs vitest with the given arguments. @returns what it reported; undefined if it ended before it could report */
async function attempt(args: readonly string[], slowness: number): Promise<RunResults | undefined> {
  const file = `${folder}/results.json`;
  await rm(file, { force: true });
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    stdio: 'inherit',
    // Its own group, so that nothing that it has started survives it.
    detached: true,
    env: {
      ...process.env,
      TEST_RESULTS: file,
      TEST_SLOWNESS: String(slowness),
      TEST_RUN_MS: process.env['TEST_RUN_MS'] ?? String(maxMinutes * 60_000 * Math.min(slowness, 2)),
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

async function run(args: readonly string[]): Promise<Outcome | undefined> {
  const started = performance.now();
  const slowness = await measureSlowness();
  const first = await attempt(args, slowness);
  if (!first) return undefined;
  const verdict = judgeFirstAttempt(first);
  const options = args.filter((arg) => arg.startsWith('-'));
  const second = 'repeats' in verdict ? await repeat(verdict.repeats, options) : undefined;
  return {
    first,
    second,
    reason: 'reason' in verdict ? verdict.reason : reasonOf(second),
    slowness,
    seconds: (performance.now() - started) / 1000,
  };
}

async function repeat(files: readonly string[], options: readonly string[]): Promise<RunResults> {
  console.log(`\nSecond attempt of ${files.length} failed files:\n`);
  const second = await attempt([...files, ...options, '--maxWorkers=1'], await measureSlowness());
  return second ?? { passed: 0, skipped: 0, failures: [], unfinished: [...files], strayErrors: [], exitCode: 1 };
}

function reasonOf(second: RunResults | undefined): string | undefined {
  const verdict = second && judgeFirstAttempt(second);
  return verdict && 'reason' in verdict ? verdict.reason : undefined;
}

await mkdir(folder, { recursive: true });
const outcome = await run(process.argv.slice(2));
if (outcome) {
  await writeFile(`${folder}/flaky.json`, JSON.stringify(excused(outcome), null, 2));
  console.log(closingLines(outcome).join('\n'));
  process.exitCode = rejected(outcome).length === 0 && outcome.reason === undefined ? 0 : 1;
} else {
  console.log('The test runner ended without a report.');
  process.exitCode = 1;
}
