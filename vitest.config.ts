import { defineConfig } from 'vitest/config';

export default defineConfig({
  // graphql 16 ships a CommonJS and an ESM build; loading both makes `instanceof` fail across them.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
