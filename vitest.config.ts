import { defineConfig } from 'vitest/config';

export default defineConfig({
  // graphql 16 ships a CommonJS and an ESM build; loading both makes `instanceof` fail across them.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    maxWorkers: 2,
    globalSetup: 'test/support/database-snapshots.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'embedded', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          // What the graph answers is the same when the platform is elsewhere.
          name: 'rest',
          include: ['test/graph/**/*.test.ts', 'test/federation/**/*.test.ts'],
          exclude: ['test/graph/schema.test.ts', 'test/federation/composition.test.ts'],
          env: { TEST_TRANSPORT: 'rest' },
        },
      },
    ],
  },
});
