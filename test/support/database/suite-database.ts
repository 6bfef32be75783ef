import type { OpenedDatabase } from '../../../src/platform/database/open-database.ts';
import { forwardTo, openForSuite } from '../open-for-suite.ts';
import { openMemoryDatabase } from './memory-database.ts';

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
    close: () => opened.close(),
  };
}
