import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect } from 'kysely';
import { migrate } from '../../src/database/migrate.ts';
import type { Tables } from '../../src/database/tables.ts';

/** The environment variable that tells the tests where the snapshot is. */
export const snapshotVariable = 'TEST_DATABASE_SNAPSHOT';

/**
 * Makes a migrated database once for all test files and projects, and keeps it as a tar archive: to make one anew takes
 * several times as long as to copy it.
 */
export default async function makeSnapshot(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[snapshotVariable] !== undefined) return undefined;
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
