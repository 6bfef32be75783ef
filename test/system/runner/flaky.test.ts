import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { makeFolder } from '../../support/process/program.ts';

/** Runs a fixture as `npm run test:flaky` runs test files, with a configuration for fixtures. */
async function run(fixture: string) {
  const file = `test/runner/fixtures/${fixture}.fixture.ts`;
  const args = ['test/runner/flaky.ts', file, '--seed=7', '--config=test/runner/fixtures/vitest.config.ts'];
  const env = { ...process.env, TEST_REPORT_FOLDER: await makeFolder() };
  return new Promise<{ code: unknown; lines: string[] }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, lines: stdout.trimEnd().split('\n') }),
    );
  });
}

it('names a test that both passed and failed', async () => {
  const { code, lines } = await run('flaky');

  expect(code).toBe(1);
  expect(lines.slice(0, 2)).toEqual(['Files, with --seed=7:', '  test/runner/fixtures/flaky.fixture.ts']);
  expect(lines.at(-2)).toMatch(/flaky\.fixture\.ts › passes at the second attempt: 1 passes, 5 failures, at most/);
  expect(lines.at(-1)).toMatch(
    /^1 files, 5 \+ 1 runs: 1 flaky, failing or slow tests, at most \d+ % of a limit used\.$/,
  );
});

it('accepts a file whose tests always pass', async () => {
  const { code, lines } = await run('steady');

  expect(code).toBe(0);
  expect(lines.at(-1)).toMatch(/^1 files, 5 \+ 1 runs: no flaky test, at most \d+ % of a limit used\.$/);
});
