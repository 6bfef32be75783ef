import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/open-database.ts';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../../src/platform/accounts/connections.ts';
import { checkVault, openVault } from '../../../src/platform/accounts/open-vault.ts';
import { databases } from '../../support/database/test-databases.ts';

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

  it('reject a database that was migrated by a newer version', async () => {
    const before = await applied();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(opened.db);

    await expect(migrate(opened.db)).rejects.toThrow(
      'was migrated by a newer version of the program (9999-later); start that version or a later one',
    );
    expect(await applied()).toEqual([...before, '9999-later']);
  });

  it('do nothing to a database that is up to date', async () => {
    const before = await applied();
    await migrate(opened.db);
    expect(await applied()).toEqual(before);
  });

  it('let the vault check pass before accounts exist', async () => {
    await sql`drop table connected_accounts`.execute(opened.db);
    const vault = { key: Buffer.alloc(32, 'a'), previousKeys: [], file: 'memory' };
    expect(await checkVault({ vault }, opened.db)).toBeUndefined();
  });
});

describe('a vault key that does not decrypt the tokens', () => {
  it('is reported before the database is migrated', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'migrate-'));
    const vault = { key: Buffer.alloc(32, 'a'), previousKeys: [], file: 'memory' };
    const older = await openDatabase({ dataDir });
    await createConnections(older.db).ensure({ name: 'talent', kind: 'talent', toolPrefix: 'talent_' });
    const accounts = createAccounts({ db: older.db, vault: await openVault(vault), now: () => new Date() });
    await accounts.connect({ connectionName: 'talent', identifier: 'ada', token: 'secret' });
    await sql`drop table convo_recording_folder`.execute(older.db);
    await sql`delete from kysely_migration where name = '0011-recording-folder'`.execute(older.db);
    await older.close();

    const wrong = { vault: { ...vault, key: Buffer.alloc(32, 'b') } };
    const opening = openDatabase({ dataDir }, { beforeMigrating: (db) => checkVault(wrong, db) });
    await expect(opening).rejects.toThrow('The token of 1 account is encrypted with a missing key.');

    let found: unknown[] = ['not looked'];
    const opened = await openDatabase(
      { dataDir },
      {
        beforeMigrating: async (db) => {
          ({ rows: found } = await sql`select from kysely_migration where name = '0011-recording-folder'`.execute(db));
          await checkVault({ vault }, db);
        },
      },
    );
    await opened.close();
    await rm(dataDir, { recursive: true });
    expect(found).toEqual([]);
  });
});
