import { defineConfig } from 'vitest/config';
import { projects } from './test/runner/projects.ts';
import { timeLimit } from './test/support/time-limit.ts';

export default defineConfig({
  // graphql 16 ships a CommonJS and an ESM build; loading both makes `instanceof` fail across them.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    reporters: ['default', './test/support/skipped-suites.ts', './test/runner/report-results.ts'],
    // All projects share what they transform.
    fsModuleCache: true,
    globalSetup: 'test/runner/global-setup.ts',
    setupFiles: 'test/runner/setup-file.ts',
    testTimeout: timeLimit(60),
    hookTimeout: timeLimit(120),
    expect: { poll: { timeout: timeLimit(15) } },
    // A change that breaks this much needs no complete report.
    bail: 20,
    tags: [
      {
        name: 'never-excused',
        description: 'Shows that nothing is lost, doubled or different: a failed assertion is final.',
      },
      { name: 'server', description: 'Runs on a real PostgreSQL or Redis.' },
    ],
    // No module has state that one file could leave to the next; loading the program again for each file costs more
    // than most files themselves.
    isolate: false,
    projects: projects.map((project) => ({ extends: true, test: project })),
  },
});
