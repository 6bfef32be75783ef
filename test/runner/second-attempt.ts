import type { Failure, RunResults } from './results.ts';

/** More failed files than this mean a broken change or machine. */
const maxFiles = 5;

export type Verdict = { passes: true } | { passes: false; reason: string } | { repeats: readonly string[] };

/** Decides about a first attempt: it passes, it fails at once, or some files run once more. */
export function judgeFirstAttempt({ passed, failures, unfinished, strayErrors, exitCode }: RunResults): Verdict {
  // A second attempt would run only failed files, not unfinished ones.
  if (unfinished.length > 0) return { passes: false, reason: unfinishedText(unfinished) };
  if (strayErrors.length > 0) return { passes: false, reason: `Errors outside tests: ${strayErrors.join('; ')}.` };
  const final = failures.filter(isFinal);
  if (final.length > 0) {
    return { passes: false, reason: `Never excused: ${final.map(describeFailure).join(', ')}.` };
  }
  const files = [...new Set(failures.map(({ file }) => file))];
  if (files.length > maxFiles) {
    return { passes: false, reason: `${files.length} files failed; at most ${maxFiles} run a second time.` };
  }
  if (files.length > 0) return { repeats: files };
  if (passed === 0) return { passes: false, reason: 'No test ran.' };
  if (exitCode === 0) return { passes: true };
  return { passes: false, reason: `vitest ended with exit code ${exitCode}, but no test failed.` };
}

const maxNamed = 10;

function unfinishedText(files: readonly string[]): string {
  const more = files.length > maxNamed ? ` and ${files.length - maxNamed} more` : '';
  return `These files did not run to their end: ${files.slice(0, maxNamed).join(', ')}${more}.`;
}

/** Why a second attempt is rejected as a whole; undefined also if tests merely failed again. */
export function faultOfSecondAttempt(first: RunResults, second: RunResults): string | undefined {
  const verdict = judgeFirstAttempt(second);
  if ('reason' in verdict) return verdict.reason;
  const attempts = [...second.tests, ...second.failures];
  const ran = new Set(attempts.flatMap(({ file, test }) => [file, describeFailure({ file, test })]));
  const missing = first.failures.map(describeFailure).filter((name) => !ran.has(name));
  return missing.length === 0 ? undefined : `Did not run a second time: ${missing.join(', ')}.`;
}

/** A failed assertion about lost, doubled or different data: a later pass does not refute it. */
const isFinal = ({ isNeverExcused, isTimeout }: Failure) => isNeverExcused && !isTimeout;

export const describeFailure = ({ file, test }: Pick<Failure, 'file' | 'test'>): string =>
  test === undefined ? file : `${file} › ${test}`;
