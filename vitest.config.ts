import { defineConfig } from 'vitest/config';
import { timeLimit } from './test/support/time-limit.ts';

/**
 * What the graph does differently over REST: it sends batches, waits for remote platforms, and hears of events later. All
 * else is the same over every transport, which `test/connector/contract.test.ts` shows.
 */
const overRest = [
  'test/federation/references.test.ts',
  'test/graph/conversation/activity/upload-failures.test.ts',
  'test/graph/conversation/event/**/*.test.ts',
  'test/graph/cost/call-budget.test.ts',
  'test/graph/errors/{abort,faults,idempotency-keys,resilience}.test.ts',
  'test/graph/talent/{list,lookup,signal}/*-plan.test.ts',
];

export default defineConfig({
  // graphql 16 ships a CommonJS and an ESM build; loading both makes `instanceof` fail across them.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    reporters: ['default', './test/support/skipped-suites.ts', './test/runner/report-results.ts'],
    // Both projects share what they transform.
    fsModuleCache: true,
    // One more than the cores of a small machine: many tests wait for processes, clocks and browsers.
    maxWorkers: 3,
    globalSetup: 'test/support/database/prepare-databases.ts',
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
    ],
    // No module has state that one file could leave to the next; loading the program again for each file costs more
    // than most files themselves.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'embedded', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: overRest,
          env: { TEST_TRANSPORT: 'rest' },
        },
      },
    ],
  },
});
