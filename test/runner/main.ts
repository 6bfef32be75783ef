import { writeFile } from 'node:fs/promises';
import { closingLines, excused, rejected, type Outcome } from './closing-lines.ts';
import { ecosystemFault, installEcosystem, isInEcosystem } from './ecosystem.ts';
import { measureSlowness } from './measure-slowness.ts';
import { defaultSuite, type Part, type Suite, suites } from './projects.ts';
import type { RunResults } from './results.ts';
import { maxRunMs, reportFolder, runVitest } from './run-vitest.ts';
import { faultOfSecondAttempt, judgeFirstAttempt } from './second-attempt.ts';

// Runs the parts of a suite, then their failed files once more, in a new process with one worker.
// Usage: `node test/runner/main.ts [landing | system] [<file> …] [--<vitest option>=<value> …]`

async function run({ parts }: Suite, args: readonly string[]): Promise<Outcome | undefined> {
  const started = performance.now();
  const slowness = await measureSlowness();
  const measured = () => ({ slowness, seconds: (performance.now() - started) / 1000 });
  const leftMs = () => Math.max(started + maxRunMs(slowness) - performance.now(), 1);
  const attempts: PartAttempt[] = [];
  for (const part of parts) {
    const results = await runVitest([...part.options, `--maxWorkers=${part.maxWorkers}`, ...args], slowness, leftMs());
    if (!results) return undefined;
    attempts.push({ part, results });
    if (part.isGate && results.exitCode !== 0)
      return { first: results, reason: 'The other tests did not run.', ...measured() };
  }
  const first = merge(attempts.map(({ results }) => results));
  const verdict = judgeFirstAttempt(first);
  if ('reason' in verdict) return { first, reason: verdict.reason, ...measured() };
  if (!('repeats' in verdict)) return { first, ...measured() };
  const second = await repeat(attempts, args);
  const reason = second ? faultOfSecondAttempt(first, second) : 'The second attempt ended without a report.';
  return { first, second, reason, ...measured() };
}

interface PartAttempt {
  part: Part;
  results: RunResults;
}

/** Runs the failed files of each part once more. @returns undefined if an attempt ended without a report */
async function repeat(attempts: readonly PartAttempt[], args: readonly string[]): Promise<RunResults | undefined> {
  const options = args.filter((arg) => arg.startsWith('-'));
  const slowness = await measureSlowness();
  const repeated: RunResults[] = [];
  for (const { part, results } of attempts) {
    const files = [...new Set(results.failures.map(({ file }) => file))];
    if (files.length === 0) continue;
    console.log(`\nSecond attempt of ${files.length} failed files:\n`);
    const second = await runVitest([...part.options, ...files, ...options, '--maxWorkers=1'], slowness);
    if (!second) return undefined;
    repeated.push(second);
  }
  return merge(repeated);
}

const merge = (results: readonly RunResults[]): RunResults => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
  tests: results.flatMap(({ tests }) => tests),
  failures: results.flatMap(({ failures }) => failures),
  unfinished: results.flatMap(({ unfinished }) => unfinished),
  strayErrors: results.flatMap(({ strayErrors }) => strayErrors),
  exitCode: Math.max(...results.map(({ exitCode }) => exitCode)),
});

const [name = '', ...others] = process.argv.slice(2);
const suite = suites[name] ?? defaultSuite;
const args = (suite === defaultSuite ? process.argv.slice(2) : others).filter((arg) => arg !== '--install');
const missing = suite.needs.filter((variable) => !process.env[variable]);
if (missing.length > 0) exitWith(`This suite needs real servers. Set ${missing.join(' and ')}.`);
if (suite.hasEcosystem) {
  if (others.includes('--install')) installEcosystem();
  const files = args.filter((arg) => !arg.startsWith('-'));
  const fault = files.length === 0 || files.some(isInEcosystem) ? await ecosystemFault() : undefined;
  if (fault !== undefined) exitWith(fault);
}
const outcome = await run(suite, args);
if (outcome) {
  await writeFile(`${reportFolder}/flaky.json`, JSON.stringify(excused(outcome), null, 2));
  if (suite.note !== undefined) console.log(suite.note);
  console.log(closingLines(outcome).join('\n'));
  process.exitCode = rejected(outcome).length === 0 && outcome.reason === undefined ? 0 : 1;
} else {
  console.log('The test runner ended without a report.');
  process.exitCode = 1;
}

function exitWith(message: string): never {
  console.error(message);
  process.exit(1);
}
