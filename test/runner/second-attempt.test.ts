import { describe, expect, it } from 'vitest';
import { failureOf } from './report-results.ts';
import type { Failure, RunResults } from './results.ts';
import { faultOfSecondAttempt, judgeFirstAttempt } from './second-attempt.ts';

const failure = (change: Partial<Failure> = {}): Failure => ({
  file: 'test/a.test.ts',
  test: 'a list › is sorted',
  durationMs: 1300,
  message: 'expected 1 to be 2',
  isTimeout: false,
  isNeverExcused: false,
  ...change,
});

const results = (change: Partial<RunResults>): RunResults => ({
  passed: 3,
  skipped: 0,
  tests: [],
  failures: [],
  unfinished: [],
  strayErrors: [],
  exitCode: 'failures' in change ? 1 : 0,
  ...change,
});

const failuresIn = (...files: string[]) => files.map((file) => failure({ file }));

describe('a first attempt', () => {
  it('passes without failures', () => {
    expect(judgeFirstAttempt(results({}))).toEqual({ passes: true });
  });

  it.each([
    ['each failed file once', failuresIn('a', 'b', 'a'), ['a', 'b']],
    ['a file whose hook failed', [{ ...failure(), test: undefined }], ['test/a.test.ts']],
    ['five files', failuresIn('a', 'b', 'c', 'd', 'e'), ['a', 'b', 'c', 'd', 'e']],
    [
      'a time limit of a test that is never excused',
      [failure({ isNeverExcused: true, isTimeout: true })],
      ['test/a.test.ts'],
    ],
  ])('repeats %s', (_, failures, repeats) => {
    expect(judgeFirstAttempt(results({ failures }))).toEqual({ repeats });
  });

  it.each([
    [
      'six failed files',
      { failures: failuresIn('a', 'b', 'c', 'd', 'e', 'f') },
      '6 files failed; at most 5 run a second time.',
    ],
    [
      'an assertion of a test that is never excused',
      { failures: [...failuresIn('b'), failure({ isNeverExcused: true })] },
      'Never excused: test/a.test.ts › a list › is sorted.',
    ],
    [
      'unfinished files',
      { failures: failuresIn('a'), unfinished: ['b', 'c'] },
      'These files did not run to their end: b, c.',
    ],
    [
      'many unfinished files',
      { unfinished: Array.from({ length: 12 }, (_, index) => `f${index}`) },
      'These files did not run to their end: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 2 more.',
    ],
    ['an error outside tests', { strayErrors: ['socket hang up'] }, 'Errors outside tests: socket hang up.'],
    ['a run without tests', { passed: 0 }, 'No test ran.'],
    ['an exit code without a failure', { exitCode: 1 }, 'vitest ended with exit code 1, but no test failed.'],
  ])('fails at once for %s', (_, change, reason) => {
    expect(judgeFirstAttempt(results(change))).toEqual({ passes: false, reason });
  });
});

it('counts a failure as a timeout only if each of its errors is one', () => {
  const isTimeout = (...messages: string[]) =>
    failureOf(
      'a',
      messages.map((message) => ({ message })),
    ).isTimeout;
  expect(isTimeout('Test timed out in 50ms.')).toBe(true);
  expect(isTimeout('Test timed out in 50ms.', 'expected 1 to be 2')).toBe(false);
  expect(isTimeout()).toBe(false);
});

describe('a second attempt', () => {
  const first = results({ failures: [failure(), failure({ file: 'test/b.test.ts', test: undefined })] });
  const ran = (file: string, test: string) => ({ file, test, hasPassed: true, durationMs: 1, limitMs: 0 });

  it('excuses tests that have passed now, and files whose hook has', () => {
    const tests = [ran('test/a.test.ts', 'a list › is sorted'), ran('test/b.test.ts', 'any')];
    expect(faultOfSecondAttempt(first, results({ tests }))).toBeUndefined();
  });

  it('runs a file that cannot be loaded again', () => {
    const failures = [failure({ test: undefined })];
    expect(faultOfSecondAttempt(results({ failures }), results({ failures }))).toBeUndefined();
  });

  it('does not excuse a test that did not run, even if others of its file did', () => {
    const tests = [ran('test/a.test.ts', 'another')];
    expect(faultOfSecondAttempt(first, results({ tests }))).toBe(
      'Did not run a second time: test/a.test.ts › a list › is sorted, test/b.test.ts.',
    );
  });
});
