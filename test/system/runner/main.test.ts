import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../support/process/program.ts';

/** Runs fixtures as `npm test` runs the suite. */
async function run(fixtures: readonly string[], { maxMs = 1_200_000 } = {}) {
  const folder = await makeFolder();
  const args = ['test/runner/main.ts', '--config=test/runner/fixtures/vitest.config.ts', ...fixtures];
  const env = { ...process.env, TEST_REPORT_FOLDER: folder, TEST_RUN_MS: String(maxMs) };
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout) => resolve({ code: error?.code ?? 0, output: stdout }));
  });
  const flaky: unknown = JSON.parse(await readFile(join(folder, 'flaky.json'), 'utf8'));
  return { code, lines: output.trimEnd().split('\n'), flaky };
}

const file = (name: string) => `test/runner/fixtures/${name}.fixture.ts`;

describe('npm test', () => {
  it('passes when failed files pass at the second attempt, and names their tests', async () => {
    const { code, lines, flaky } = await run(['flaky', 'hook']);

    expect(code).toBe(0);
    expect(lines).toContain('Passed at the second attempt (does not reject; fix or report):');
    expect(lines.at(-1)).toBe('Tests: 3 passed, 0 failed, 1 skipped');
    expect(flaky).toMatchObject([
      {
        file: file('flaky'),
        test: 'passes at the second attempt',
        message: 'expected 1 to be 2 // Object.is equality',
      },
      { file: file('hook'), message: 'expected 1 to be 2 // Object.is equality' },
    ]);
  });

  it('fails when a test fails at both attempts', async () => {
    const { code, lines, flaky } = await run(['flaky', 'broken.fixture']);

    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}.*broken\.fixture\.ts › fails/));
    expect(lines.at(-1)).toBe('Tests: 2 passed, 1 failed, 0 skipped');
    expect(flaky).toMatchObject([{ file: file('flaky') }]);
  });

  it('never repeats a test with the tag never-excused', async () => {
    const { code, lines } = await run(['final']);

    expect(code).toBe(1);
    expect(lines).toContain(`Never excused: ${file('final')} › passes at the second attempt.`);
    expect(lines.at(-1)).toBe('Tests: 1 passed, 1 failed, 0 skipped');
  });

  it('never repeats a run that was cancelled after many failures', async () => {
    // Each file fails, and there are more files than workers.
    const { code, lines } = await run(['flaky', 'hook', 'broken', 'final', 'broken-too', '--bail=1']);

    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/^These files did not run to their end: .*fixture\.ts/m);
    expect(lines.join('\n')).not.toContain('Second attempt');
  });

  it('ends by itself, and names the files that have not ended', async () => {
    const { code, lines } = await run(['endless'], { maxMs: 2000 });

    expect(code).toBe(1);
    expect(lines).toContain(`These files did not run to their end: ${file('endless')}.`);
  });
});

describe('npm run test:system', () => {
  it('ends with one sentence if the packages of the ecosystem are not installed', async () => {
    const checkout = await makeFolder();
    const lockFile = 'test/system/ecosystem/package-lock.json';
    await cp(lockFile, join(checkout, lockFile));
    const env = { ...process.env, TEST_DATABASE_URL: 'unused', TEST_REDIS_URL: 'unused' };
    const ended = promisify(execFile)(process.execPath, [join(process.cwd(), 'test/runner/main.ts'), 'system'], {
      cwd: checkout,
      env,
    });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The packages of test/system/ecosystem are not installed. Run: npm run test:system -- --install\n',
    });
  });
});
