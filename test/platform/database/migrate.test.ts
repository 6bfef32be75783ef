import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import pino from 'pino';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { type Db, type OpenedDatabase, openDatabase } from '../../../src/platform/database/open-database.ts';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../../src/platform/accounts/connections.ts';
import { checkVault, openVault } from '../../../src/platform/accounts/open-vault.ts';
import { copyDatabase } from '../../support/database/migrated-database.ts';
import { databases } from '../../support/database/test-databases.ts';
import { describeOnEach } from '../../support/database/suite-database.ts';

interface Migration {
  name: string;
  timestamp: string;
}

describeOnEach(databases(), 'migrations', ({ open }) => {
  let opened: OpenedDatabase;
  let migrations: Migration[];
  beforeEach(async () => {
    opened = await open();
    migrations = await recorded();
  });
  afterEach(async () => {
    // Restores the recorded migrations: a database whose catalog has changed is not reused.
    await sql`delete from kysely_migration`.execute(opened.db);
    for (const { name, timestamp } of migrations) {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(opened.db);
    }
    await opened.close();
  });

  const recorded = async () =>
    (await sql<Migration>`select name, timestamp from kysely_migration`.execute(opened.db)).rows;
  const applied = async () => (await recorded()).map(({ name }) => name);

  const record = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, 'now')`.execute(opened.db);

  it('accept a database that the next release has migrated', async () => {
    const all = await applied();
    const later = ['9998-later', '9999-drop-something-after-0011'];
    for (const name of later) await record(name);
    const lines: unknown[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });

    await migrate(opened.db, { log });
    expect(await applied()).toEqual([...all, ...later]);
    expect(lines).toEqual([{ level: 40, migrations: later, msg: 'the database was migrated by a later release' }]);
  });

  it('reject a database that another line of releases has migrated', async () => {
    await sql`delete from kysely_migration where name = '0012-key-overlap'`.execute(opened.db);
    await record('9999-later');

    await expect(migrate(opened.db)).rejects.toThrow('was migrated by a newer version of the program (9999-later)');
  });

  it.each([
    ['removes what this release uses', '9999-drop-something-after-9998'],
    ['is of another line of releases', '0001-other'],
  ])('reject a database with a migration that %s', async (_, name) => {
    const before = await applied();
    await record(name);

    await expect(migrate(opened.db)).rejects.toThrow(
      `was migrated by a newer version of the program (${name}); start that version or a later one`,
    );
    expect(await applied()).toEqual([...before, name]);
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
    await copyDatabase(dataDir);
    const vault = { key: Buffer.alloc(32, 'a'), previousKeys: [], file: 'memory' };
    const older = await openDatabase({ dataDir });
    await createConnections(older.db).add({ name: 'talent', kind: 'talent', toolPrefix: 'talent_' });
    const accounts = createAccounts({ db: older.db, vault: await openVault(vault), now: () => new Date() });
    await accounts.connect({ connectionName: 'talent', identifier: 'ada', token: 'secret' });
    // Makes the last migration look as if it had not been applied.
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(older.db);
    const count = async (db: Db) => (await sql`select from kysely_migration`.execute(db)).rows.length;
    const migrations = await count(older.db);
    await older.close();

    const wrong = { vault: { ...vault, key: Buffer.alloc(32, 'b') } };
    const opening = openDatabase({ dataDir }, { beforeMigrating: (db) => checkVault(wrong, db) });
    await expect(opening).rejects.toThrow('The token of 1 account is encrypted with a missing key.');

    let found = 0;
    const looking = openDatabase(
      { dataDir },
      {
        beforeMigrating: async (db) => {
          await checkVault({ vault }, db);
          found = await count(db);
          throw new Error('The right key is accepted.');
        },
      },
    );
    await expect(looking).rejects.toThrow('The right key is accepted.');
    await rm(dataDir, { recursive: true });
    expect(found).toBe(migrations);
  });
});
