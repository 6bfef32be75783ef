import { defineConfig } from 'vitest/config';

/** Tests without tool calls, and tests of the graph's own rules over results that other tests read over REST. */
const sameOverRest = [
  'test/graph/{execution,matching,pagination,prefix,schema}/**',
  'test/graph/cost/{estimate/**,call-cost.test.ts,conditions.test.ts,estimate-covers-cost.test.ts}',
  'test/graph/cost/{priming,spending}.test.ts',
  'test/graph/**/{bad-input,bad-mutation-input,date-bounds,read-signal-filter}.test.ts',
  'test/graph/conversation/activity/{activity-cursors,activity-filter,activity-pages,activity-scan-limit}.test.ts',
  'test/graph/conversation/activity/{activity-years,interleaved-outputs,participant,start-time-cache}.test.ts',
  'test/graph/conversation/transcript/**',
  'test/graph/core/isolation.test.ts',
  'test/graph/errors/failing-calls.test.ts',
  'test/graph/talent/signal/{signal-facets,triage}.test.ts',
  'test/graph/talent/saved-search/{filter-round-trip,new-signals-pages,saved-signal-filter}.test.ts',
  'test/federation/{composition,gateways}/**',
  'test/federation/{contracts,required-scopes}.test.ts',
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
          // What the graph answers is the same when the platform is elsewhere.
          name: 'rest',
          include: ['test/graph/**/*.test.ts', 'test/federation/**/*.test.ts'],
          exclude: sameOverRest,
          env: { TEST_TRANSPORT: 'rest' },
        },
      },
    ],
  },
});
