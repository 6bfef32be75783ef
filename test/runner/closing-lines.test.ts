import { describe, expect, it } from 'vitest';
import { closingLines } from './closing-lines.ts';
import type { Failure } from './results.ts';

const failure = (test: string): Failure => ({
  file: 'test/a.test.ts',
  test,
  durationMs: 1340,
  message: 'expected 1, got 2',
  isTimeout: false,
  isNeverExcused: false,
});
const run = { passed: 9098, skipped: 7, tests: [], failures: [], unfinished: [], strayErrors: [], exitCode: 0 };
const machine = { slowness: 1.24, seconds: 1398.2 };

describe('closingLines', () => {
  it('are counts, factor and seconds of a green run', () => {
    expect(closingLines({ first: run, ...machine })).toEqual([
      '9,105 tests, 0 at the second attempt. Machine 1.2 times slower than the reference, 1,398 s.',
      'Tests: 9098 passed, 0 failed, 7 skipped',
    ]);
  });

  it('name what passed at the second attempt', () => {
    const first = { ...run, failures: [failure('responds late')] };
    expect(closingLines({ first, second: run, ...machine })).toEqual([
      'Passed at the second attempt (does not reject; fix or report):',
      '  test/a.test.ts › responds late (1.3 s): expected 1, got 2',
      '9,106 tests, 1 at the second attempt. Machine 1.2 times slower than the reference, 1,398 s.',
      'Tests: 9099 passed, 0 failed, 7 skipped',
    ]);
  });

  it('name what failed at both attempts, or only at the second', () => {
    const first = { ...run, failures: [failure('responds late'), failure('is sorted')] };
    const second = { ...run, failures: [failure('is sorted'), failure('is complete')] };
    expect(closingLines({ first, second, ...machine })).toEqual([
      'Passed at the second attempt (does not reject; fix or report):',
      '  test/a.test.ts › responds late (1.3 s): expected 1, got 2',
      'Failed:',
      '  test/a.test.ts › is sorted (1.3 s): expected 1, got 2',
      '  test/a.test.ts › is complete (1.3 s): expected 1, got 2',
      '9,107 tests, 1 at the second attempt. Machine 1.2 times slower than the reference, 1,398 s.',
      'Tests: 9099 passed, 2 failed, 7 skipped',
    ]);
  });

  it('say why a run without failed tests fails', () => {
    expect(closingLines({ first: run, reason: 'Errors outside tests: socket hang up.', ...machine })).toEqual([
      'Errors outside tests: socket hang up.',
      '9,105 tests, 0 at the second attempt. Machine 1.2 times slower than the reference, 1,398 s.',
      'Tests: 9098 passed, 1 failed, 7 skipped',
    ]);
  });
});
