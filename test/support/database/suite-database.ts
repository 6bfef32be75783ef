import { describe } from 'vitest';
import type { OpenedDatabase } from '../../../src/platform/database/open-database.ts';
import { forwardTo, openForSuite } from '../open-for-suite.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { databases, type TestDatabase } from './test-databases.ts';

/** A database for the hooks and tests of a suite, by default in memory. */
export function suiteDatabase(open: () => Promise<OpenedDatabase> = openMemoryDatabase): OpenedDatabase {
  const opened = openForSuite(open);
  return {
    db: forwardTo(() => opened.db),
    get calls() {
      return opened.calls;
    },
    get jobs() {
      return opened.jobs;
    },
    pools: () => opened.pools(),
    checkSpace: () => opened.checkSpace(),
    close: () => opened.close(),
  };
}

/** A suite whose subject is the same on every database, so that the embedded one is enough. */
export function describeEmbedded(title: string, suite: (opened: OpenedDatabase) => void): void {
  describe(`${title} on the embedded database`, () => {
    suite(suiteDatabase());
  });
}

/** A suite on each of `databases()`, with a database of its own for its hooks and tests. */
export function describeOnDatabases(
  title: string,
  suite: (opened: OpenedDatabase, database: TestDatabase) => void,
): void {
  describeOnEach(databases(), title, (database) => suite(suiteDatabase(database.open), database));
}

/** A suite on each given database. The suite opens the database itself. */
export function describeOnEach(
  some: readonly TestDatabase[],
  title: string,
  suite: (database: TestDatabase) => void,
): void {
  for (const database of some) {
    describe(`${title} on ${database.name}`, { tags: database.tags }, () => {
      suite(database);
    });
  }
}
