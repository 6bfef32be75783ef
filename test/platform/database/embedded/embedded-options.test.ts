import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type DatabaseOptions } from '../../../../src/platform/database/open-database.ts';
import { copyDatabase } from '../../../support/database/migrated-database.ts';

describe('the shared buffers of an embedded database', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'folder-'));
    await copyDatabase(dataDir);
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const sharedBuffers = async (options?: DatabaseOptions) => {
    const { db, close } = await openDatabase({ dataDir }, options);
    const { rows } = await sql`show shared_buffers`.execute(db);
    await close();
    return rows;
  };
  /** Adds a file to a folder of the database that takes up no space on the disk. */
  const enlarge = async (folder: string) => {
    const file = join(dataDir, 'database', folder, 'filler');
    await writeFile(file, '');
    await truncate(file, 256 * 1024 * 1024);
  };

  it('are 16 MB when its tables are small, or larger on request', async () => {
    await enlarge('pg_wal');
    expect(await sharedBuffers()).toEqual([{ shared_buffers: '16MB' }]);
    expect(await sharedBuffers({ sharedBuffers: '128MB' })).toEqual([{ shared_buffers: '128MB' }]);
  });

  it('are 128 MB when its tables are large', async () => {
    await enlarge(join('base', '1'));
    expect(await sharedBuffers()).toEqual([{ shared_buffers: '128MB' }]);
  });
});
