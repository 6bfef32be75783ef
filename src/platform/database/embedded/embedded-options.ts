import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

export type SharedBuffers = '16MB' | '128MB';

/**
 * Random access costs little more than sequential access in memory or on an SSD; JIT compilation pays off for long
 * queries only. Used shared buffers count towards the memory of the process until it ends.
 */
export const embeddedOptions = (sharedBuffers: SharedBuffers = '16MB') => ({
  extensions: { pg_trgm },
  startParams: PGlite.defaultStartParams.concat(
    [
      'random_page_cost=1.1',
      'jit=off',
      // The timer of startup reports would otherwise repeat as long as the database is open.
      'log_startup_progress_interval=0',
      `shared_buffers=${sharedBuffers}`,
    ].flatMap((setting) => ['-c', setting]),
  ),
});

/**
 * Size from which a database counts as large: about 50,000 signals. With 100,000 signals and buffers of only 16 MB, a
 * list filtered by company takes four times as long.
 */
const minLargeDatabaseBytes = 256 * 1024 * 1024;

export async function sharedBuffersFor(databaseFolder: string): Promise<SharedBuffers> {
  // Ignore the write-ahead logs outside `base`: after an import, they are larger than the tables.
  const tables = await readdir(join(databaseFolder, 'base'), { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    tables
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) > minLargeDatabaseBytes ? '128MB' : '16MB';
}
