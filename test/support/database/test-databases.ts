import { type OpenDatabase, openDatabase } from '../../../src/platform/database/open-database.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { makeServerDatabase } from './server-database.ts';

export interface TestDatabase {
  name: string;
  /** Opens a database of its own, migrated and empty; closing it removes it. */
  open(): Promise<OpenDatabase>;
}

/**
 * The databases that a suite runs on: `describe.each(databases())('… on $name', ({ open }) => …)`. PGlite in memory
 * always, and PostgreSQL when TEST_DATABASE_URL names a server where databases may be created.
 */
export function databases(): TestDatabase[] {
  const url = process.env['TEST_DATABASE_URL'];
  const embedded = { name: 'PGlite', open: openMemoryDatabase };
  return url ? [embedded, { name: 'PostgreSQL', open: () => openOnServer(url) }] : [embedded];
}

async function openOnServer(serverUrl: string): Promise<OpenDatabase> {
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
