import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect } from 'kysely';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Tables } from '../../src/database/tables.ts';
import { databaseUrl, onServer } from './database-server.ts';

/** The environment variables that tell the tests where the snapshots are: a file, and a database of the server. */
export const snapshotVariable = 'TEST_DATABASE_SNAPSHOT';
export const templateVariable = 'TEST_DATABASE_TEMPLATE';

/**
 * Makes a migrated database once for all test files and projects, in memory and on the server if there is one: to make
 * one anew takes several times as long as to copy it.
 */
export default async function makeSnapshots(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[snapshotVariable] !== undefined) return undefined;
  const removals = [await makeArchive(), await makeTemplate(process.env['TEST_DATABASE_URL'])];
  return async () => {
    for (const remove of removals) await remove();
  };
}

/** A tar archive of the data folder. */
async function makeArchive(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'database-snapshot-'));
  const pglite = await PGlite.create({ extensions: { pg_trgm } });
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(db);
  const archive = await pglite.dumpDataDir('none');
  const file = join(folder, 'database.tar');
  await writeFile(file, archive.stream());
  await db.destroy();
  process.env[snapshotVariable] = file;
  return () => rm(folder, { recursive: true });
}

async function makeTemplate(serverUrl: string | undefined): Promise<() => Promise<void>> {
  if (serverUrl === undefined) return async () => {};
  const name = `test_template_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const opened = await openDatabase({ url: databaseUrl(serverUrl, name) });
  await opened.close();
  process.env[templateVariable] = name;
  return () => onServer(serverUrl, `drop database ${name}`);
}
