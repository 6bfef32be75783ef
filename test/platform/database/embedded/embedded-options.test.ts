import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFolderOf } from '../../../../src/platform/database/embedded/data-folder.ts';
import { sharedBuffersFor } from '../../../../src/platform/database/embedded/embedded-options.ts';
import { openDatabase, type DatabaseOptions } from '../../../../src/platform/database/open-database.ts';
import { copyDatabase } from '../../../support/database/migrated-database.ts';

describe('the shared buffers of an embedded database', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'folder-'));
    await copyDatabase(dataDir);
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  const sharedBuffers = async (options?: DatabaseOptions) => {
    const { db, close } = await openDatabase({ dataDir }, options);
    const { rows } = await sql`show shared_buffers`.execute(db);
    await close();
    return rows;
  };
  /** Adds a sparse file, which takes up no disk space, to a folder of the database. */
  const enlarge = async (folder: string) => {
    const file = join(dataDir, 'database', folder, 'filler');
    await writeFile(file, '');
    await truncate(file, 256 * 1024 * 1024);
  };

  it('are 16 MB when its tables are small', async () => {
    await enlarge('pg_wal');
    expect(await sharedBuffersFor(databaseFolderOf(dataDir))).toBe('16MB');
  });

  it('are 128 MB when its tables are large, or smaller on request', async () => {
    await enlarge(join('base', '1'));
    expect(await sharedBuffers()).toEqual([{ shared_buffers: '128MB' }]);
    expect(await sharedBuffers({ sharedBuffers: '16MB' })).toEqual([{ shared_buffers: '16MB' }]);
  });
});
