import { readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** What a name in the condition of `describe.skipIf` or `describe.runIf` says the suite needs. */
const requirements: readonly [RegExp, string][] = [
  [/server|databases/i, 'TEST_DATABASE_URL'],
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
    const place = source.indexOf(name.split(' (')[0] ?? name);
    const condition = source.slice(source.lastIndexOf('describe', place), place);
    const needed = requirements.filter(([pattern]) => pattern.test(condition)).map(([, requirement]) => requirement);
    return [`Skipped: ${relativeModuleId}, ${name}; needs ${needed.join(' and ') || condition.trim()}`];
  });
}
