/** Results of a vitest run: written by `report-results.ts`, read by `run-vitest.ts`. */
export interface RunResults {
  passed: number;
  skipped: number;
  /** Tests that passed or failed. */
  tests: TestRun[];
  /** Failed tests, and failed hooks and imports of files. */
  failures: Failure[];
  /** Files that had not ended when the run did: its time was over, or too many tests had failed. */
  unfinished: string[];
  /** Errors that belong to no test, such as unhandled rejections. */
  strayErrors: string[];
  /** Exit code of the vitest process. */
  exitCode: number;
}

export interface TestRun {
  /** Path from the root of the project. */
  file: string;
  /** Names of the test and the suites around it. */
  test: string;
  hasPassed: boolean;
  durationMs: number;
  /** 0 if the test has no time limit. */
  limitMs: number;
}

export interface Failure {
  /** Path from the root of the project. */
  file: string;
  /** Names of the test and the suites around it; undefined if the file or one of its hooks failed. */
  test?: string | undefined;
  durationMs: number;
  message: string;
  isTimeout: boolean;
  /** Whether the test has the tag `never-excused`. */
  isNeverExcused: boolean;
}
