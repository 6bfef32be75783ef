import type { Failure, RunResults } from './results.ts';
import { describeFailure } from './second-attempt.ts';

export interface Outcome {
  first: RunResults;
  second?: RunResults | undefined;
  /** Why the run fails, if not for the failures of the last attempt. */
  reason?: string | undefined;
  slowness: number;
  seconds: number;
}

/** The failures of the first attempt that the second one did not repeat. */
export function excused({ first, second }: Outcome): Failure[] {
  if (!second) return [];
  const repeated = new Set(second.failures.map(describeFailure));
  return first.failures.filter((failure) => !repeated.has(describeFailure(failure)));
}

/** The failures that make the run fail. */
export const rejected = ({ first, second }: Outcome): Failure[] => (second ?? first).failures;

/** The last lines of a run. The very last one has a form that CI systems understand. */
export function closingLines(outcome: Outcome): string[] {
  const { first, reason, slowness, seconds } = outcome;
  const [passedLater, failed] = [excused(outcome), rejected(outcome)];
  const tests = first.passed + first.skipped + first.failures.length;
  const isGreen = failed.length === 0 && reason === undefined;
  return [
    ...section('Passed at the second attempt (does not reject; fix or report):', passedLater),
    ...section('Failed:', failed),
    ...(reason === undefined ? [] : [reason]),
    `${count(tests)} tests, ${passedLater.length} at the second attempt. ` +
      `Machine ${slowness.toFixed(1)} times slower than the reference, ${count(Math.round(seconds))} s.`,
    `Tests: ${first.passed + passedLater.length} passed, ${isGreen ? 0 : Math.max(failed.length, 1)} failed, ${first.skipped} skipped`,
  ];
}

const section = (title: string, failures: readonly Failure[]) =>
  failures.length === 0 ? [] : [title, ...failures.map((failure) => `  ${lineOf(failure)}`)];

const lineOf = (failure: Failure) =>
  `${describeFailure(failure)} (${(failure.durationMs / 1000).toFixed(1)} s): ${failure.message}`;

const count = (value: number) => value.toLocaleString('en');
