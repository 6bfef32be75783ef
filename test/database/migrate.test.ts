import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { migrate } from '../../src/database/migrate.ts';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import { checkVault } from '../../src/platform/open-vault.ts';
import { databases } from '../support/database.ts';

describe.each(databases())('migrations on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const applied = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(opened.db);
    return rows.map(({ name }) => name);
  };

  it('refuse a database that a newer version has migrated, and say so', async () => {
    const before = await applied();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(opened.db);

    await expect(migrate(opened.db)).rejects.toThrow(
      'was migrated by a newer version of the program (9999-later); start that version or a later one',
    );
    expect(await applied()).toEqual([...before, '9999-later']);
  });

  it('leave a database alone that is up to date', async () => {
    const before = await applied();
    await migrate(opened.db);
    expect(await applied()).toEqual(before);
  });

  it('have a vault check that passes before there are accounts', async () => {
    await sql`drop table connected_accounts`.execute(opened.db);
    const vault = { key: Buffer.alloc(32, 'a'), previousKeys: [], file: 'memory' };
    expect(await checkVault({ vault }, opened.db)).toBeUndefined();
  });
});
