import { randomBytes } from 'node:crypto';
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts';
import { databaseUrl, onServer } from './database-server.ts';
import { templateVariable } from './database-snapshots.ts';
import { openMemoryDatabase } from './memory-database.ts';

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
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${process.env[templateVariable] ?? 'template1'}`);
  const opened = await openDatabase({ url: databaseUrl(serverUrl, name) });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await onServer(serverUrl, `drop database ${name}`);
    },
  };
}
