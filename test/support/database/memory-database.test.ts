import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { openMemoryDatabase } from './memory-database.ts';

const ada = { id: 'usr_ada', name: 'Ada', email: 'ada@example.com' };

describe('openMemoryDatabase', () => {
  it('returns an empty database after a test has written to it', async () => {
    const first = await openMemoryDatabase();
    await first.db.insertInto('talent_users').values(ada).execute();
    await sql`set statement_timeout = 1000`.execute(first.db);
    await first.close();

    const { db, close } = await openMemoryDatabase();
    expect(await db.selectFrom('talent_users').selectAll().execute()).toEqual([]);
    expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statement_timeout: '0' }]);
    await close();
  });

  it('knows nothing of the number of rows, whatever an earlier test has vacuumed', async () => {
    const estimates = async (db: Db) =>
      (await sql`select distinct reltuples, relpages from pg_class where oid >= 16384`.execute(db)).rows;
    const first = await openMemoryDatabase();
    expect(await estimates(first.db)).toEqual([{ reltuples: -1, relpages: 0 }]);
    await sql`vacuum talent_users`.execute(first.db);
    await sql`vacuum analyze talent_lists`.execute(first.db);
    await first.close();

    const { db, close } = await openMemoryDatabase();
    expect(await estimates(db)).toEqual([{ reltuples: -1, relpages: 0 }]);
    await close();
  });

  it('returns a complete database after a test has dropped a table', async () => {
    const first = await openMemoryDatabase();
    await sql`drop table talent_users cascade`.execute(first.db);
    await first.close();

    const { db, close } = await openMemoryDatabase();
    expect(await db.selectFrom('talent_users').selectAll().execute()).toEqual([]);
    await close();
  });

  it('returns another database while the first is in use', async () => {
    const [first, second] = [await openMemoryDatabase(), await openMemoryDatabase()];
    await first.db.insertInto('talent_users').values(ada).execute();

    expect(await second.db.selectFrom('talent_users').selectAll().execute()).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  it('rejects statements after closing', async () => {
    const { db, jobs, close } = await openMemoryDatabase();
    await db.selectFrom('talent_users').selectAll().execute();
    await close();

    await expect(db.selectFrom('talent_users').selectAll().execute()).rejects.toThrow('PGlite is closed');
    await expect(jobs.db?.executeSql('select 1')).rejects.toThrow('is not queryable');
  });
});
