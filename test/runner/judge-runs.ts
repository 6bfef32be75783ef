import type { RunResults } from './results.ts';
import { describeFailure } from './second-attempt.ts';

interface Tally {
  passes: number;
  failures: number;
  maxMs: number;
  /** Largest fraction of its time limit that the test used in any run. */
  share: number;
}

/** A test that uses a larger share of its time limit may exceed the limit on a busier machine. */
const maxShare = 0.5;

/**
 * Finds failing and slow tests in `runs` of the same files, and in `among`, a run of these files
 * with others; a slow test in the others does not count. @returns the verdict and lines to print
 */
export function judgeRuns(runs: readonly RunResults[], among: RunResults) {
  const files = new Set(runs.flatMap(({ tests, failures }) => [...tests, ...failures]).map(({ file }) => file));
  const tallies = tallyTests(files, [...runs, among]);
  const suspects = [...tallies].filter(([, { failures, share }]) => failures > 0 || share > maxShare);
  const faults = [...new Set([...runs, among].flatMap(faultsOf))];
  const maxPercent = percent(Math.max(0, ...[...tallies.values()].map(({ share }) => share)));
  const isGood = suspects.length === 0 && faults.length === 0;
  const verdict = isGood ? 'no flaky test' : `${suspects.length} flaky, failing or slow tests`;
  return {
    isGood,
    lines: [
      ...suspects.map(([name, tally]) => `  ${name}: ${describeTally(tally)}`),
      ...faults,
      `${files.size} files, ${runs.length} + 1 runs: ${verdict}, at most ${maxPercent} of a limit used.`,
    ],
  };
}

function tallyTests(files: ReadonlySet<string>, runs: readonly RunResults[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string) => {
    const tally = tallies.get(name) ?? { passes: 0, failures: 0, maxMs: 0, share: 0 };
    tallies.set(name, tally);
    return tally;
  };
  for (const run of runs) {
    for (const test of run.tests.filter(({ file, hasPassed }) => files.has(file) || !hasPassed)) {
      const tally = tallyOf(describeFailure(test));
      tally[test.hasPassed ? 'passes' : 'failures'] += 1;
      tally.maxMs = Math.max(tally.maxMs, test.durationMs);
      if (test.limitMs > 0) tally.share = Math.max(tally.share, test.durationMs / test.limitMs);
    }
    // Without `test`, the file could not be loaded or one of its hooks failed.
    for (const { file } of run.failures.filter(({ test }) => test === undefined)) tallyOf(file).failures += 1;
  }
  return tallies;
}

function faultsOf({ unfinished, strayErrors, failures, exitCode }: RunResults): string[] {
  const isUnexplained = exitCode !== 0 && failures.length + unfinished.length + strayErrors.length === 0;
  return [
    ...unfinished.map((file) => `  ${file}: had not ended when the time of the run was over`),
    ...strayErrors.map((message) => `  error outside tests: ${message}`),
    ...(isUnexplained ? [`  vitest ended with exit code ${exitCode}, but no test failed`] : []),
  ];
}

const describeTally = ({ passes, failures, maxMs, share }: Tally) =>
  `${passes} passes, ${failures} failures, at most ${(maxMs / 1000).toFixed(1)} s, ${percent(share)} of its limit`;

const percent = (share: number) => `${Math.round(share * 100)} %`;
