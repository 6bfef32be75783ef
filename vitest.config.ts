import { defineConfig } from 'vitest/config';

const aboutTheGraph = ['test/graph/**/*.test.ts', 'test/federation/**/*.test.ts'];

export default defineConfig({
  // graphql 16 ships a CommonJS and an ESM build; loading both makes `instanceof` fail across them.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    reporters: ['default', './test/support/skipped-suites.ts'],
    maxWorkers: 2,
    globalSetup: 'test/support/database/prepare-databases.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default of one second is too short for a browser on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // No module has state that one file could leave to the next; loading the program again for each file costs more
    // than most files themselves.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'parts', include: ['test/**/*.test.ts'], exclude: aboutTheGraph } },
      {
        extends: true,
        test: { name: 'embedded', include: aboutTheGraph },
      },
      {
        extends: true,
        test: {
          // What the graph answers is the same when the platform is elsewhere.
          name: 'rest',
          include: aboutTheGraph,
          exclude: [
            'test/graph/schema/**',
            'test/graph/cost/estimate/**',
            'test/federation/composition/**',
            'test/federation/gateways/same-answers.test.ts',
          ],
          env: { TEST_TRANSPORT: 'rest' },
        },
      },
    ],
  },
});
