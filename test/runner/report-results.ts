import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
  TestSuite,
  Vitest,
} from 'vitest/node';
import type { Failure, RunResults, TestRun } from './results.ts';

/** Writes the results of a run to the file that `TEST_RESULTS` names, and ends a run that exceeds `TEST_RUN_MS`. */
export default class ReportResults implements Reporter {
  /** Paths of the files that have not ended, or not even started, by project and path. */
  readonly #unfinished = new Map<string, string>();
  readonly #ended: TestModule[] = [];
  #deadline: NodeJS.Timeout | undefined;
  #runsServers = false;

  onInit({ config }: Vitest): void {
    this.#runsServers = config.tagsFilter !== undefined;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const specification of specifications) this.#unfinished.set(keyOf(specification), specification.moduleId);
    const maxMs = Number(process.env['TEST_RUN_MS']);
    if (maxMs) this.#deadline = setTimeout(() => this.#giveUp(), maxMs);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#unfinished.delete(keyOf(module));
    this.#ended.push(module);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    clearTimeout(this.#deadline);
    this.#write(modules, { strayErrors: errors.map(({ message }) => firstLine(message)) });
  }

  #giveUp(): void {
    this.#write(this.#ended, { strayErrors: [] });
    process.exit(1);
  }

  #write(modules: readonly TestModule[], rest: Pick<RunResults, 'strayErrors'>): void {
    const file = process.env['TEST_RESULTS'];
    if (file === undefined) return;
    // A run with a tag filter reports only tests with the tag `server`; other runs report the rest.
    const tests = modules
      .flatMap(({ children }) => [...children.allTests()])
      .filter(({ tags }) => tags.includes('server') === this.#runsServers);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const results: Omit<RunResults, 'exitCode'> = {
      passed: count('passed'),
      skipped: count('skipped'),
      tests: tests.filter((test) => /passed|failed/.test(test.result().state)).map(runOf),
      failures: modules.flatMap(failuresOf),
      unfinished: [...this.#unfinished.values()].map((path) => relative('', path)),
      ...rest,
    };
    writeFileSync(file, JSON.stringify(results));
  }
}

const runOf = (test: TestCase): TestRun => ({
  file: test.module.relativeModuleId,
  test: test.fullName,
  hasPassed: test.ok(),
  durationMs: test.diagnostic()?.duration ?? 0,
  limitMs: test.options.timeout ?? 0,
});

const keyOf = ({ project, moduleId }: TestSpecification | TestModule) => `${project.name} ${moduleId}`;

function failuresOf(module: TestModule): Failure[] {
  const { relativeModuleId: file, children } = module;
  const failedTests = [...children.allTests('failed')].map((test) => ({
    ...failureOf(file, test.result().errors),
    test: test.fullName,
    durationMs: test.diagnostic()?.duration ?? 0,
    isNeverExcused: test.tags.includes('never-excused'),
  }));
  const failedHooks = [module, ...children.allSuites()]
    .map((entity: TestModule | TestSuite) => entity.errors())
    .filter(({ length }) => length > 0)
    .map((errors) => failureOf(file, errors));
  return [...failedTests, ...failedHooks];
}

export function failureOf(file: string, errors: ReturnType<TestCase['result']>['errors']): Failure {
  const messages = errors?.map(({ message }) => message) ?? [];
  return {
    file,
    durationMs: 0,
    message: firstLine(messages[0] ?? ''),
    isTimeout: messages.length > 0 && messages.every((message) => /timed out in \d+ms/.test(message)),
    isNeverExcused: false,
  };
}

const firstLine = (message: string) => message.split('\n')[0] ?? '';
