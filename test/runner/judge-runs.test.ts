import { describe, expect, it } from 'vitest';
import { judgeRuns } from './judge-runs.ts';
import type { RunResults, TestRun } from './results.ts';

const testRun = (change: Partial<TestRun> = {}): TestRun => ({
  file: 'test/a.test.ts',
  test: 'a list › is sorted',
  hasPassed: true,
  durationMs: 1200,
  limitMs: 60_000,
  ...change,
});

const results = (tests: TestRun[], change: Partial<RunResults> = {}): RunResults => ({
  passed: tests.length,
  skipped: 0,
  tests,
  failures: [],
  unfinished: [],
  strayErrors: [],
  exitCode: 0,
  ...change,
});

const passed = results([testRun()]);
const failedHook = {
  file: 'test/a.test.ts',
  durationMs: 0,
  message: 'expected 1, got 2',
  isTimeout: false,
  isNeverExcused: false,
};

/** Judges two runs of one file, and a run of that file together with other files. */
const judge = (second: RunResults, among = passed) => judgeRuns([passed, second], among);

describe('judgeRuns', () => {
  it('reports the largest part of a limit when every run passed', () => {
    expect(judge(results([testRun({ durationMs: 18_600 })]))).toEqual({
      isGood: true,
      lines: ['1 files, 2 + 1 runs: no flaky test, at most 31 % of a limit used.'],
    });
  });

  it.each([
    [
      'a test that passed and failed',
      results([testRun({ hasPassed: false, durationMs: 4000 })]),
      'test/a.test.ts › a list › is sorted: 2 passes, 1 failures, at most 4.0 s, 7 % of its limit',
    ],
    [
      'a test that used more than half of its limit',
      results([testRun({ durationMs: 31_000 })]),
      'test/a.test.ts › a list › is sorted: 3 passes, 0 failures, at most 31.0 s, 52 % of its limit',
    ],
    [
      'a hook that failed',
      results([], { failures: [failedHook] }),
      'test/a.test.ts: 0 passes, 1 failures, at most 0.0 s, 0 % of its limit',
    ],
  ])('names %s', (_, second, line) => {
    const { isGood, lines } = judge(second);
    expect(isGood).toBe(false);
    expect(lines[0]).toBe(`  ${line}`);
    expect(lines[1]).toMatch(/^1 files, 2 \+ 1 runs: 1 flaky, failing or slow tests, at most \d+ % of a limit used\.$/);
  });

  it('names a test of another file only when it failed', () => {
    const slow = testRun({ file: 'test/b.test.ts', durationMs: 59_000 });
    expect(judge(passed, results([testRun(), slow])).isGood).toBe(true);
    expect(judge(passed, results([testRun(), { ...slow, hasPassed: false }])).lines[0]).toBe(
      '  test/b.test.ts › a list › is sorted: 0 passes, 1 failures, at most 59.0 s, 98 % of its limit',
    );
  });

  it.each([
    [{ unfinished: ['test/b.test.ts'] }, '  test/b.test.ts: had not ended when the time of the run was over'],
    [{ strayErrors: ['socket hang up'] }, '  error outside tests: socket hang up'],
    [{ exitCode: 1 }, '  vitest ended with exit code 1, but no test failed'],
  ])('names %o', (change, line) => {
    const { isGood, lines } = judge(results([testRun()], change));
    expect(isGood).toBe(false);
    expect(lines).toContain(line);
  });
});
