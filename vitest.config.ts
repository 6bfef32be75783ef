import { defineConfig } from 'vitest/config';

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
    reporters: ['default', './test/support/skipped-suites.ts'],
    // Both projects share what they transform.
    fsModuleCache: true,
    // One more than the cores of a small machine: many tests wait for processes, clocks and browsers.
    maxWorkers: 3,
    globalSetup: 'test/support/database/prepare-databases.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default of one second is too short for a browser on a busy machine.
    expect: { poll: { timeout: 15_000 } },
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
