import { globSync, readFileSync } from 'node:fs';
import { affectedTests } from './affected-tests.ts';

const sources = new Map(
  globSync('test/**/*.{ts,tsx}', { exclude: ['test/**/generated/**', '**/node_modules'] }).map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]),
);

const inProcess = [...sources.keys()].filter(
  (file) => file.endsWith('.test.ts') && !/^test\/(system|runner\/fixtures)\//.test(file),
);

/** Test files that open databases, sockets, threads or processes, directly or through imports. */
const slowFiles = new Set(
  affectedTests(
    [...sources].filter(([file, text]) => opensResources(file, text)).map(([file]) => file),
    sources,
  ),
);

function opensResources(file: string, text: string): boolean {
  const folder = /^test\/support\/(database|graph|network|platform|process|mail|browser)/;
  return folder.test(file) || /'node:(child_process|http|net|worker_threads)'|openDatabase|PGlite/.test(text);
}

/** Files with suites that have the tag `server`. */
const filesWithServers = inProcess.filter((file) =>
  /describeOnDatabases|describeOnEach|tags: 'server'/.test(sources.get(file) ?? ''),
);

/** Hides real servers from the tests, which then use only the embedded database. */
const withoutServers = { TEST_DATABASE_URL: '', TEST_REDIS_URL: '' };

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
  env?: Record<string, string>;
}

export const projects: readonly Project[] = [
  { name: 'pure', include: inProcess.filter((file) => !slowFiles.has(file)), env: withoutServers },
  { name: 'embedded', include: inProcess.filter((file) => slowFiles.has(file)), env: withoutServers },
  { name: 'servers', include: filesWithServers },
  { name: 'contract', include: ['test/contract/third-party-platform.contract.ts'] },
  { name: 'landing', include: ['test/system/landing/**/*.test.ts'] },
  { name: 'system', include: ['test/system/**/*.test.ts'], exclude: ['test/system/landing/**', '**/node_modules/**'] },
];

/** One run of vitest. */
export interface Part {
  options: readonly string[];
  maxWorkers: number;
  /** Whether a failure ends the suite without a second attempt: only the code can be the cause. */
  isGate?: true;
}

/** One more worker than the cores of a small machine: many tests wait for clocks and sockets. */
const inProcessWorkers = 3;

const pure: Part = { options: ['--project=pure'], maxWorkers: inProcessWorkers, isGate: true };
const embedded: Part = { options: ['--project=embedded'], maxWorkers: inProcessWorkers };
// The tests of these three parts also start processes, so fewer workers run.
const servers: Part = { options: ['--project=servers', '--tags-filter=server'], maxWorkers: 2 };
const landing: Part = { options: ['--project=landing'], maxWorkers: 2 };
const system: Part = { options: ['--project=system'], maxWorkers: 2 };

export interface Suite {
  parts: readonly Part[];
  /** Environment variables that must be set. */
  needs: readonly string[];
  /** Whether the suite includes `test/system/ecosystem`, which needs packages of its own. */
  hasEcosystem?: true;
  /** A line about what else can be run. */
  note?: string;
}

/** `npm test` */
export const defaultSuite: Suite = {
  parts: [{ options: ['--project=pure', '--project=embedded'], maxWorkers: inProcessWorkers }],
  needs: [],
  note: 'npm run test:system adds programs, faults, browsers, gateways, volume, PostgreSQL and Redis.',
};

/** The other suites, by the name that `main.ts` takes as its first argument. */
export const suites: Record<string, Suite> = {
  /** `.ci/run` */
  landing: { parts: [pure, embedded, servers, landing], needs: ['TEST_DATABASE_URL', 'TEST_REDIS_URL'] },
  /** `npm run test:system` */
  system: { parts: [servers, landing, system], needs: ['TEST_DATABASE_URL', 'TEST_REDIS_URL'], hasEcosystem: true },
};
