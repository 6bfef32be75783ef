import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as readInitialArchive } from '@electric-sql/pglite-prepopulatedfs';
import { CompiledQuery, Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { migrate } from '../../../../src/platform/database/migrate.ts';
import { embeddedOptions } from '../../../../src/platform/database/embedded/embedded-options.ts';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';
import { databaseUrl, onServer } from '../../../support/database/server-statement.ts';
import { createPreviousSchema } from './previous-schema.ts';
import { recordRelease } from './record-release.ts';
import { parseRecording } from './recording.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const { migration, statements } = parseRecording(
  await readFile(join(import.meta.dirname, 'statements.ndjson'), 'utf8'),
);

type Db = Kysely<Tables>;

/** Runs a test on an empty database without any table. */
type WithDatabase = (run: (db: Db) => Promise<void>) => Promise<void>;

const onPglite: WithDatabase = async (run) => {
  const pglite = await PGlite.create({ ...embeddedOptions(), loadDataDir: await readInitialArchive() });
  const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite }) });
  await run(db);
  await db.destroy();
};

const onPostgres =
  (serverUrl: string): WithDatabase =>
  async (run) => {
    const name = `test_previous_${process.pid}`;
    await onServer(serverUrl, `create database ${name}`);
    const pool = new Pool({ connectionString: databaseUrl(serverUrl, name) });
    // Dropping the database can terminate a connection that is still being closed.
    pool.on('connect', (client) => client.on('error', () => {}));
    pool.on('error', () => {});
    const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
    try {
      await run(db);
    } finally {
      await db.destroy();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    }
  };

const serverUrl = process.env['TEST_DATABASE_URL'];

describe.skipIf(!serverUrl)('an upgrade of a database that is in use', { tags: 'server' }, () => {
  it('lets reads through while it waits for the lock of a table', { timeout: timeLimit(60) }, () =>
    onPostgres(serverUrl ?? '')(async (db) => {
      await createPreviousSchema(db);
      await sql`insert into talent_signals (id, full_name, discovered_at) values ('sig_1', 'Ada', now())`.execute(db);
      const read = (connection: Db) => sql`select id from talent_signals`.execute(connection);
      const lines: string[] = [];
      const log = pino({}, { write: (line: string) => void lines.push(line) });
      let upgraded = Promise.resolve();

      await db.transaction().execute(async (reader) => {
        await read(reader);
        upgraded = migrate(db, { isShared: true, log });
        await vi.waitFor(() => expect(lines.join('')).toContain('a migration waits for a lock'), timeLimit(30));
        for (let count = 0; count < 20; count += 1) expect((await read(db)).rows).toEqual([{ id: 'sig_1' }]);
        expect(await indexes(db)).toContain('talent_signals_newest');
      });
      await upgraded;
      expect(await indexes(db)).not.toContain('talent_signals_newest');
    }),
  );

  it('builds an index again that another process has left unfinished', { timeout: timeLimit(60) }, () =>
    onPostgres(serverUrl ?? '')(async (db) => {
      await createPreviousSchema(db);
      await sql`create index talent_signals_facets on talent_signals (id)`.execute(db);
      await sql`update pg_index set indisvalid = false
        where indexrelid = 'talent_signals_facets'::regclass`.execute(db);
      await migrate(db, { isShared: true });
      const { rows } = await sql<{ isValid: boolean; keys: number }>`
        select indisvalid as "isValid", indnkeyatts as keys from pg_index
        where indexrelid = 'talent_signals_facets'::regclass`.execute(db);
      expect(rows).toEqual([{ isValid: true, keys: 4 }]);
    }),
  );

  it('is done once by two processes at once', { timeout: timeLimit(60) }, () =>
    onPostgres(serverUrl ?? '')(async (db) => {
      await createPreviousSchema(db);
      await Promise.all([1, 2].map(() => migrate(db, { isShared: true })));
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
      expect(rows.map(({ name }) => name).slice(-names.length)).toEqual(names);
    }),
  );
});

async function indexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes`.execute(db);
  return rows.map(({ name }) => name);
}

/** The results of the recorded calls that differ after the migrations of this release. */
async function differences(withDatabase: WithDatabase) {
  const differing: unknown[] = [];
  await withDatabase(async (db) => {
    await createPreviousSchema(db);
    differing.push(...(await replay(db, 'seed')));
    await migrate(db);
    differing.push(...(await replay(db, 'call')));
  });
  return differing;
}

describe('the statements of the previous release return the same numbers of rows after the migrations of this one', () => {
  it('on PGlite', async () => expect(await differences(onPglite)).toEqual([]));

  it.skipIf(!serverUrl)('on PostgreSQL', { tags: 'server' }, async () =>
    expect(await differences(onPostgres(serverUrl ?? ''))).toEqual([]),
  );
});

/** Runs the statements of a phase; returns those that fail or return another number of rows. */
async function replay(db: Db, phase: 'seed' | 'call') {
  const differing: { sql: string; before: number; now: number | string }[] = [];
  for (const { sql: text, parameters, rows } of statements.filter((statement) => statement.phase === phase)) {
    const now = await db.executeQuery(CompiledQuery.raw(text, parameters)).then((result) => result.rows.length, String);
    if (now !== rows) differing.push({ sql: text, before: rows, now });
  }
  return differing;
}

const folder = 'src/platform/database/migrations';
/** Names of the migrations since the previous release. */
const names = (await readdir(folder))
  .map((file) => file.replace('.sql', ''))
  .filter((name) => name > migration && name !== 'new-database')
  .toSorted();

/** Statements that break a release which reads or writes what they change. */
const contraction =
  /\b(drop (?!index|trigger|function)|(?<!alter index \w+ )rename |alter (column )?\w+ (set data )?type|set not null)/i;

/** Statements that read or rewrite a table under a lock which blocks its readers or writers. */
const workUnderLock =
  /create (?:unique )?index (?!concurrently)\w+\s+on (\w+)|alter table (\w+)[^;]*(?:\bstored\b|\btype\b|set not null|primary key|\bunique\b|add (?:constraint|check|foreign)(?![^;]*not valid))|drop index (?!concurrently)[^]*?(?:update|insert into|delete from) (\w+)/gi;

/** Tables with a row per organization, user or webhook, or with rows for a limited time. */
const smallTables = new Set(['service_keys', 'convo_webhook_deliveries']);

/** What the catalog says of the tables, indexes, functions and triggers of this program. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('%s.%s %s %s', table_name, column_name, data_type, concat(is_nullable, column_default, generation_expression)) as text
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat(conrelid::regclass, ' ', conname, ' ', pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and probin is null and prokind = 'f'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select concat(attrelid::regclass, ' ', attname, ' ', attstattarget) from pg_attribute
      where attstattarget is not null and attrelid::regclass::text like 'talent%'
    union all select name from kysely_migration`.execute(db);
  return rows.map(({ text }) => text).toSorted();
}

/** The schema of an empty database that `prepare` and then this release have migrated. */
async function migratedSchema(withDatabase: WithDatabase, prepare: (db: Db) => Promise<void> = async () => {}) {
  let schema: string[] = [];
  await withDatabase(async (db) => {
    await prepare(db);
    await migrate(db);
    schema = await schemaOf(db);
  });
  return schema;
}

describe('a new database has the schema of an upgraded one', () => {
  it('on PGlite', async () => {
    const schema = await migratedSchema(onPglite);
    expect(schema).toContain('talent_signals_full_name folded_letters 200');
    expect(schema).toEqual(await migratedSchema(onPglite, createPreviousSchema));
  });

  it.skipIf(!serverUrl)('on PostgreSQL', { tags: 'server' }, async () => {
    const onOwnServer = onPostgres(serverUrl ?? '');
    expect(await migratedSchema(onOwnServer)).toEqual(await migratedSchema(onOwnServer, createPreviousSchema));
  });
});

describe('a database of an earlier release than the previous one', () => {
  it('is rejected unchanged', () =>
    onPglite(async (db) => {
      await createPreviousSchema(db);
      await sql`delete from kysely_migration where name = ${migration}`.execute(db);
      const before = await schemaOf(db);
      await expect(migrate(db)).rejects.toThrow(
        'was migrated by an earlier release than the previous one (0010-analysis-state); start the previous release on it first',
      );
      expect(await schemaOf(db)).toEqual(before);
    }));
});

describe('recordRelease', () => {
  it('records statements of the seed and of the calls', { timeout: timeLimit(60) }, async () => {
    const recorded = await recordRelease();
    expect(recorded.migration).toBe(names.at(-1));
    for (const phase of ['seed', 'call'] as const) {
      const numberOf = (all: typeof statements) => all.filter((statement) => statement.phase === phase).length;
      expect(numberOf(recorded.statements)).toBeGreaterThan(numberOf(statements) / 2);
    }
  });
});

describe('migrations since the previous release', () => {
  it('hold no lock on a table of any size while they work', async () => {
    const working: string[] = [];
    for (const name of names) {
      const text = (await readFile(join(folder, `${name}.sql`), 'utf8')).replaceAll(/--.*$/gm, '');
      const isNew = (table: string) => new RegExp(`create table ${table}\\b`).test(text);
      for (const [statement, ...tables] of text.matchAll(workUnderLock)) {
        const table = tables.find((each) => each !== undefined) ?? '';
        if (!isNew(table) && !smallTables.has(table)) working.push(`${name}: ${statement}`);
      }
    }
    expect(working).toEqual([]);
  });

  it('only add to the schema, or remove what the previous release does not use', async () => {
    const breaking: string[] = [];
    for (const name of names) {
      const text = (await readFile(join(folder, `${name}.sql`), 'utf8')).replaceAll(/--.*$/gm, '');
      const [, required] = /-after-(\d+)$/.exec(name) ?? [];
      const isUnused = required !== undefined && required <= migration.slice(0, 4);
      if (contraction.test(text) && !isUnused) breaking.push(name);
    }
    expect(breaking).toEqual([]);
  });
});
