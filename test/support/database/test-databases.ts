import { type OpenedDatabase, openDatabase } from '../../../src/platform/database/open-database.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { makeServerDatabase } from './server-database.ts';

export interface TestDatabase {
  name: string;
  /** Tags of its suites. The part `servers` of the runner runs only tests with the tag `server`. */
  tags: string[];
  /** Opens a new, migrated, empty database. Closing it removes it. */
  open(): Promise<OpenedDatabase>;
}

/**
 * The databases that a suite runs on: always in-memory PGlite, and PostgreSQL if TEST_DATABASE_URL names a server on which
 * databases can be created.
 */
export function databases(): TestDatabase[] {
  const url = process.env['TEST_DATABASE_URL'];
  const embedded = { name: 'PGlite', tags: [], open: openMemoryDatabase };
  return url ? [embedded, { name: 'PostgreSQL', tags: ['server'], open: () => openOnServer(url) }] : [embedded];
}

async function openOnServer(serverUrl: string): Promise<OpenedDatabase> {
  const { url, remove } = await makeServerDatabase(serverUrl);
  const opened = await openDatabase({ url });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await remove();
    },
  };
}
