import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '../support/random.ts';
import { affectedTests } from './affected-tests.ts';
import { startBusyProcesses } from './busy-processes.ts';
import { judgeRuns } from './judge-runs.ts';
import { measureSlowness } from './measure-slowness.ts';
import type { RunResults } from './results.ts';
import { runVitest } from './run-vitest.ts';

// `npm run test:flaky [-- <files>]`: runs test files several times on a busy machine to find those that do not always pass.
// Without files, it runs those that uncommitted changes and the commits since `--base` affect.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, seed: { type: 'string' }, config: { type: 'string' } },
});

/** Number of workers of each run. Several workers run files in another order and concurrently. */
const workersOfRuns = [1, 3, 1, 3, 1];
const otherFiles = 30;

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit in the file `landing-checked` of the Git directory, otherwise the previous commit. */
function defaultBase(): string {
  const note = join(git('rev-parse', '--git-common-dir'), 'landing-checked');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : 'HEAD~1';
}

function changedTests(): string[] {
  const changed = git('diff', '--name-only', '--merge-base', options.base ?? defaultBase(), '--', 'test');
  const added = git('ls-files', '--others', '--exclude-standard', '--', 'test');
  const sources = globSync('test/**/*.{ts,tsx}', { exclude: ['**/node_modules'] }).map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  );
  return affectedTests(`${changed}\n${added}`.split('\n'), new Map(sources));
}

/** Random files whose state could disturb `files` in one worker. System tests take too long. */
function drawOthers(files: readonly string[], seed: number): string[] {
  const others = globSync('test/**/*.test.ts', { exclude: ['test/system'] });
  return randomFrom(seed).some(others.filter((file) => !files.includes(file)).toSorted(), otherFiles);
}

async function runAll(files: readonly string[], seed: number) {
  // Measured on the idle machine, so that the limits do not grow with the load.
  const slowness = await measureSlowness();
  using _load = startBusyProcesses();
  const run = async (selected: readonly string[], workers: number, runSeed: number): Promise<RunResults> => {
    const order = ['--sequence.shuffle.files', `--sequence.seed=${runSeed}`];
    const config = options.config === undefined ? [] : [`--config=${options.config}`];
    const args = [...selected, ...order, ...config, `--maxWorkers=${workers}`, '--bail=0'];
    const results = await runVitest(args, slowness);
    if (!results) throw new Error('The test runner ended without a report.');
    return results;
  };
  const runs: RunResults[] = [];
  for (const [index, workers] of workersOfRuns.entries()) runs.push(await run(files, workers, seed + index));
  return judgeRuns(runs, await run([...files, ...drawOthers(files, seed)], 1, seed));
}

const files = positionals.length > 0 ? positionals : changedTests();
const seed = Number(options.seed ?? Date.now() % 1_000_000);
if (files.length === 0) {
  console.log('No test file is affected by the changes.');
} else {
  console.log(`Files, with --seed=${seed}:\n${files.map((file) => `  ${file}`).join('\n')}`);
  const { isGood, lines } = await runAll(files, seed);
  console.log(lines.join('\n'));
  process.exitCode = isGood ? 0 : 1;
}
