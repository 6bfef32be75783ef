import { globSync, readFileSync } from 'node:fs';

/** Without real servers: everything in its own process, on the embedded database. */
const withoutServers = { TEST_DATABASE_URL: '', TEST_REDIS_URL: '' };

/** Files with suites that have the tag `server`. */
const filesWithServers = () =>
  globSync('test/**/*.test.ts', { exclude: ['test/system/**', 'test/runner/**'] }).filter((file) =>
    /describeOnDatabases|describeOnEach|tags: 'server'/.test(readFileSync(file, 'utf8')),
  );

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
  env?: Record<string, string>;
}

export const projects: readonly Project[] = [
  { name: 'embedded', include: ['test/**/*.test.ts'], exclude: ['test/system/**'], env: withoutServers },
  { name: 'servers', include: filesWithServers() },
  { name: 'landing', include: ['test/system/landing/**/*.test.ts'] },
  { name: 'system', include: ['test/system/**/*.test.ts'], exclude: ['test/system/landing/**'] },
];

/** Options of one run of vitest. */
export type Part = readonly string[];

const embedded: Part = ['--project=embedded'];
const servers: Part = ['--project=servers', '--tags-filter=server', '--maxWorkers=2'];
const landing: Part = ['--project=landing', '--maxWorkers=2'];
const system: Part = ['--project=system', '--maxWorkers=2'];

export interface Suite {
  parts: readonly Part[];
  /** Environment variables that must be set. */
  needs: readonly string[];
  /** A line about what else can be run. */
  note?: string;
}

/** `npm test` */
export const defaultSuite: Suite = {
  parts: [embedded],
  needs: [],
  note: 'npm run test:system adds programs, faults, browsers, gateways, volume, PostgreSQL and Redis.',
};

/** The other suites, by the name that `main.ts` takes. */
export const suites: Record<string, Suite> = {
  /** `.ci/run` */
  landing: { parts: [embedded, servers, landing], needs: ['TEST_DATABASE_URL', 'TEST_REDIS_URL'] },
  /** `npm run test:system` */
  system: { parts: [servers, landing, system], needs: ['TEST_DATABASE_URL', 'TEST_REDIS_URL'] },
};
