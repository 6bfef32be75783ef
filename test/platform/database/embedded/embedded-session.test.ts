import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenedDatabase } from '../../../../src/platform/database/open-database.ts';
import { copyDatabase } from '../../../support/database/migrated-database.ts';

describe('the database of a data folder', () => {
  let dataDir: string;
  let database: OpenedDatabase;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'folder-'));
    await copyDatabase(dataDir);
    database = await openDatabase({ dataDir });
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  it('lets other work run during a statement', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await sql`select count(*) from generate_series(1, 1000000)`.execute(database.db);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(3);
  });

  it('stores rows of several megabytes, and returns them', async () => {
    const name = 'Zoë '.repeat(1_000_000);
    await database.db.insertInto('talent_users').values({ id: 'usr_zoe', name, email: 'zoe@example.com' }).execute();
    const rows = await database.db.selectFrom('talent_users').select('name').where('id', '=', 'usr_zoe').execute();
    expect(rows).toEqual([{ name }]);
  });

  it('rejects statements once it is closed', async () => {
    await database.close();
    await expect(sql`select 1`.execute(database.db)).rejects.toThrow('The embedded database has ended.');
  });
});
