import type { Failure, RunResults } from './results.ts';

/** More failed files than this mean a broken change or machine. */
const maxFiles = 5;

export type Verdict = { passes: true } | { passes: false; reason: string } | { repeats: readonly string[] };

/** Decides about a first attempt: it passes, it fails at once, or some files run once more. */
export function judgeFirstAttempt({ passed, failures, unfinished, strayErrors, exitCode }: RunResults): Verdict {
  if (unfinished.length > 0) {
    return {
      passes: false,
      reason: `The time of the run was over before these files ended: ${unfinished.join(', ')}.`,
    };
  }
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

/** An assertion about lost, doubled or different data: passing the next time does not show that it was wrong. */
const isFinal = ({ isNeverExcused, isTimeout }: Failure) => isNeverExcused && !isTimeout;

export const describeFailure = ({ file, test }: Pick<Failure, 'file' | 'test'>): string =>
  test === undefined ? file : `${file} › ${test}`;
