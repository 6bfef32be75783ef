import { defineConfig } from 'vitest/config';

const aboutTheGraph = ['test/graph/**/*.test.ts', 'test/federation/**/*.test.ts'];

export default defineConfig({
  // graphql 16 ships a CommonJS and an ESM build; loading both makes `instanceof` fail across them.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    maxWorkers: 2,
    globalSetup: 'test/support/database-snapshots.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'parts', include: ['test/**/*.test.ts'], exclude: aboutTheGraph } },
      {
        extends: true,
        // Each file starts a graph of its own; to load the program anew for each takes as long as its tests.
        test: { name: 'embedded', include: aboutTheGraph, isolate: false },
      },
      {
        extends: true,
        test: {
          // What the graph answers is the same when the platform is elsewhere.
          name: 'rest',
          include: aboutTheGraph,
          exclude: ['test/graph/schema.test.ts', 'test/federation/composition.test.ts'],
          isolate: false,
          env: { TEST_TRANSPORT: 'rest' },
        },
      },
    ],
  },
});
