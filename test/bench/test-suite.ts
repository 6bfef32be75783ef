import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { BenchCase } from './figure.ts';

/** Measured when each test still had its own set-up. */
const baseline = { seconds: 858, tests: 3547 };

const reportSchema = z.object({ numTotalTests: z.int(), success: z.boolean() });

/** CPU time of `npm test` and all its child processes, without the servers of TEST_DATABASE_URL and TEST_REDIS_URL. */
export const testSuite: BenchCase = {
  name: 'test suite',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'graph-bench-'));
    const file = join(folder, 'report.json');
    const seconds = await cpuSeconds(`npm test -- --reporter=json --outputFile='${file}'`);
    const { numTotalTests: tests, success } = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    await rm(folder, { recursive: true });
    return [
      {
        name: 'CPU time of npm test',
        value: `${seconds.toFixed(0)} s (${tests} tests${success ? '' : ', some failed'})`,
        baseline: `${baseline.seconds} s (${baseline.tests} tests)`,
        target: `at most ${baseline.seconds / 2} s`,
        reached: success && seconds <= baseline.seconds / 2 && tests >= baseline.tests,
      },
    ];
  },
};

/** The user and system time of a command and of every process it started and waited for. */
async function cpuSeconds(command: string): Promise<number> {
  // Node does not report the resource usage of child processes; the shell's `times` does, on its second line.
  const shell = spawn('sh', ['-c', `${command} >&2; times`], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [written] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
  const ofChildren = written.trim().split('\n').at(1) ?? '';
  return Array.from(ofChildren.matchAll(/(\d+)m([\d.]+)s/g)).reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
