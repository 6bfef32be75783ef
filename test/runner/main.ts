import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { closingLines, excused, rejected, type Outcome } from './closing-lines.ts';
import { measureSlowness } from './measure-slowness.ts';
import { defaultSuite, type Part, type Suite, suites } from './projects.ts';
import type { RunResults } from './results.ts';
import { judgeFirstAttempt } from './second-attempt.ts';

// `npm test [-- <files and --option=value of vitest>]`, and with the name of a suite first, `npm run test:system`: runs the
// parts of the suite, then failed files once more, alone, in a new process.

const folder = process.env['TEST_REPORT_FOLDER'] ?? '.vitest';
const maxMinutes = 20;

/** Runs vitest with the given arguments. @returns what it reported; undefined if it ended before it could report */
async function attempt(args: readonly string[], slowness: number): Promise<RunResults | undefined> {
  const file = `${folder}/results.json`;
  await rm(file, { force: true });
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...args], {
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

async function run({ parts }: Suite, args: readonly string[]): Promise<Outcome | undefined> {
  const started = performance.now();
  const slowness = await measureSlowness();
  const attempts: PartAttempt[] = [];
  for (const part of parts) {
    const results = await attempt([...part, ...args], slowness);
    if (!results) return undefined;
    attempts.push({ part, results });
  }
  const first = merge(attempts.map(({ results }) => results));
  const verdict = judgeFirstAttempt(first);
  const second = 'repeats' in verdict ? await repeat(attempts, args) : undefined;
  return {
    first,
    second,
    reason: 'reason' in verdict ? verdict.reason : reasonOf(second),
    slowness,
    seconds: (performance.now() - started) / 1000,
  };
}

interface PartAttempt {
  part: Part;
  results: RunResults;
}

/** Runs the failed files of each part once more. */
async function repeat(attempts: readonly PartAttempt[], args: readonly string[]): Promise<RunResults> {
  const options = args.filter((arg) => arg.startsWith('-'));
  const slowness = await measureSlowness();
  const repeated: RunResults[] = [];
  for (const { part, results } of attempts) {
    const files = [...new Set(results.failures.map(({ file }) => file))];
    if (files.length === 0) continue;
    console.log(`\nSecond attempt of ${files.length} failed files:\n`);
    const second = await attempt([...part, ...files, ...options, '--maxWorkers=1'], slowness);
    repeated.push(second ?? { passed: 0, skipped: 0, failures: [], unfinished: files, strayErrors: [], exitCode: 1 });
  }
  return merge(repeated);
}

const merge = (results: readonly RunResults[]): RunResults => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: results.flatMap(({ failures }) => failures),
  unfinished: results.flatMap(({ unfinished }) => unfinished),
  strayErrors: results.flatMap(({ strayErrors }) => strayErrors),
  exitCode: Math.max(...results.map(({ exitCode }) => exitCode)),
});

function reasonOf(second: RunResults | undefined): string | undefined {
  const verdict = second && judgeFirstAttempt(second);
  return verdict && 'reason' in verdict ? verdict.reason : undefined;
}

await mkdir(folder, { recursive: true });
const [name = '', ...others] = process.argv.slice(2);
const suite = suites[name] ?? defaultSuite;
const args = suite === defaultSuite ? process.argv.slice(2) : others;
const missing = suite.needs.filter((variable) => !process.env[variable]);
if (missing.length > 0) {
  console.error(`This suite needs real servers. Set ${missing.join(' and ')}.`);
  process.exit(1);
}
const outcome = await run(suite, args);
if (outcome) {
  await writeFile(`${folder}/flaky.json`, JSON.stringify(excused(outcome), null, 2));
  if (suite.note !== undefined) console.log(suite.note);
  console.log(closingLines(outcome).join('\n'));
  process.exitCode = rejected(outcome).length === 0 && outcome.reason === undefined ? 0 : 1;
} else {
  console.log('The test runner ended without a report.');
  process.exitCode = 1;
}
