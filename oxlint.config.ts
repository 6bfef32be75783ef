import { defineConfig } from 'oxlint';

/** For each room of `src`, the rooms that it may import. `app/` may import all. */
const allowed: Record<string, string[]> = {
  // The contract of both programs.
  tools: [],
  'infrastructure/telemetry': [],
  'infrastructure/redis': [],
  'infrastructure/fairness': ['infrastructure/redis'],
  'infrastructure/event-stream': ['infrastructure/redis'],
  'infrastructure/storage': ['tools'],
  operation: ['tools', 'infrastructure/fairness', 'infrastructure/telemetry'],
  // The platform may run on another machine: what calls tools never imports it.
  connector: ['tools', 'operation', 'infrastructure/fairness', 'infrastructure/redis', 'infrastructure/telemetry'],
  graph: ['tools', 'operation', 'connector', 'infrastructure/event-stream', 'infrastructure/telemetry'],
  http: [
    'tools',
    'operation',
    'connector',
    'graph',
    'http/explorer',
    'infrastructure/event-stream',
    'infrastructure/fairness',
    'infrastructure/storage',
    'infrastructure/telemetry',
  ],
  // Run in browsers.
  'http/explorer': [],
  clients: [],
  platform: ['tools', 'infrastructure/fairness', 'infrastructure/telemetry', 'platform/accounts', 'platform/database'],
  'platform/database': ['tools', 'infrastructure/fairness', 'infrastructure/storage'],
  'platform/accounts': ['tools', 'infrastructure/storage', 'platform/database'],
  'platform/api': [
    'tools',
    'infrastructure/fairness',
    'infrastructure/telemetry',
    'platform/accounts',
    'platform/database',
  ],
  'platform/services': [
    'tools',
    'infrastructure/event-stream',
    'infrastructure/fairness',
    'infrastructure/storage',
    'platform/database',
  ],
  'platform/import': ['tools', 'platform/services', 'platform/database'],
  'platform/demo': ['tools', 'platform/import', 'platform/services', 'platform/database'],
};

/** Every room, and the last part of its name, by which its neighbours import it. */
const names = ['app', ...Object.keys(allowed).flatMap((room) => [room, room.split('/').at(-1)])];

const overrides = Object.entries(allowed).map(([room, others]) => {
  const permitted = new Set([room, ...others].flatMap((name) => [name, name.split('/').at(-1)]));
  const neighbours = room === 'http/explorer' ? ['graphql', 'middleware'] : [];
  const denied = [...names.filter((name) => !permitted.has(name)), ...neighbours];
  return {
    files: [`src/${room}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${denied.join('|')})/`,
              message: `${room}/ may import ${others.join(', ') || 'no other room'}.`,
            },
          ],
        },
      ],
    },
  };
});

/** Tests must not depend on real time. Benchmarks and the runner measure it. */
const testOverride = {
  files: ['test/**/*.ts'],
  excludeFiles: ['test/bench/**', 'test/runner/**', 'test/support/time-limit.ts'],
  jsPlugins: ['./test/lint/timing.ts'],
  rules: { 'timing/no-sleep': 'error', 'timing/no-literal-limit': 'error', 'timing/no-measured-time': 'error' },
} as const;

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'promise', 'vitest', 'node'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
    perf: 'error',
  },
  rules: {
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'import/no-unassigned-import': [
      'error',
      {
        allow: ['**/*.ts', '**/*.css', 'monaco-*/**'],
      },
    ],
    'no-await-in-loop': 'off',
    'typescript/consistent-return': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/no-standalone-expect': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    'no-underscore-dangle': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
  },
  ignorePatterns: ['test/support/generated/**', 'coverage/**'],
  overrides: [...overrides, testOverride],
});
