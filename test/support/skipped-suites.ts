import { readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** What a name in the condition of `describe.skipIf` or `describe.runIf` says the suite needs. */
const requirements: readonly [RegExp, string][] = [
  [/\bserver|databases/, 'TEST_DATABASE_URL'],
  [/redisUrl/i, 'TEST_REDIS_URL'],
  [/hasRedisServer/, 'redis-server'],
  [/hasPython/, 'python3'],
  [/pgBouncer/, 'pgbouncer'],
  [/chromiumPath/, 'Chromium at /usr/bin/chromium'],
  [/isMountable/, 'permission to mount'],
];

/** Ends the output of a run with one line per skipped suite and what it needs. */
export default class SkippedSuites implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = new Set(modules.flatMap(skippedSuites));
    for (const line of lines) console.log(line);
  }
}

function skippedSuites({ children, moduleId, relativeModuleId }: TestModule): string[] {
  const source = readFileSync(moduleId, 'utf8');
  return [...children.allSuites()].flatMap(({ name, options }) => {
    // Suites with the tag `server` run in another part of the test run, `servers`.
    if (options.mode !== 'skip' || options.tags?.includes('server')) return [];
    const [title = name] = name.split(' (');
    // Before the first `=>`, a suite has only its condition and its title.
    const heads = source.split('describe').map((suite) => suite.split('=>')[0] ?? '');
    const [condition = ''] = heads.findLast((head) => head.includes(title))?.split(title) ?? [];
    // Without a condition of its own, it is skipped with the suites around or in it.
    if (!/^\.(?:skip|run)If/.test(condition)) return [];
    const needed = requirements.filter(([pattern]) => pattern.test(condition)).map(([, requirement]) => requirement);
    return [`Skipped: ${relativeModuleId}, ${name}; needs ${needed.join(' and ') || condition.trim()}`];
  });
}
