import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as readInitialArchive } from '@electric-sql/pglite-prepopulatedfs';
import { CompiledQuery, Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../../src/platform/database/migrate.ts';
import { embeddedOptions } from '../../../../src/platform/database/embedded/embedded-options.ts';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';
import { databaseUrl, onServer } from '../../../support/database/server-statement.ts';
import { recordRelease } from './record-release.ts';
import { parseRecording } from './recording.ts';

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
    const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
    try {
      await run(db);
    } finally {
      await db.destroy();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    }
  };

const serverUrl = process.env['TEST_DATABASE_URL'];
const databases = [
  { name: 'PGlite', withDatabase: onPglite },
  ...(serverUrl ? [{ name: 'PostgreSQL', withDatabase: onPostgres(serverUrl) }] : []),
];

describe.each(databases)('the statements of the previous release on $name', ({ withDatabase }) => {
  it('return the same numbers of rows after the migrations of this release', { timeout: 60_000 }, () =>
    withDatabase(async (db) => {
      await migrate(db, { upTo: migration });
      expect(await replay(db, 'seed')).toEqual([]);
      await migrate(db);
      expect(await replay(db, 'call')).toEqual([]);
    }),
  );
});

/** Runs the statements of a phase; returns those that fail or return another number of rows. */
async function replay(db: Db, phase: 'seed' | 'call') {
  const differing: { sql: string; before: number; now: number | string }[] = [];
  for (const { sql, parameters, rows } of statements.filter((statement) => statement.phase === phase)) {
    const now = await db.executeQuery(CompiledQuery.raw(sql, parameters)).then((result) => result.rows.length, String);
    if (now !== rows) differing.push({ sql, before: rows, now });
  }
  return differing;
}

const folder = 'src/platform/database/migrations';
const names = (await readdir(folder)).map((file) => file.replace('.sql', '')).toSorted();

/** Statements that break a release which reads or writes what they change. */
const contraction = /\b(drop (?!index|trigger|function)|rename |alter (column )?\w+ (set data )?type|set not null)/i;

describe('recordRelease', () => {
  it('records statements of the seed and of the calls', { timeout: 60_000 }, async () => {
    const recorded = await recordRelease();
    expect(recorded.migration).toBe(names.at(-1));
    for (const phase of ['seed', 'call'] as const) {
      const numberOf = (all: typeof statements) => all.filter((statement) => statement.phase === phase).length;
      expect(numberOf(recorded.statements)).toBeGreaterThan(numberOf(statements) / 2);
    }
  });
});

describe('migrations since the previous release', () => {
  it('only add to the schema, or remove what the previous release does not use', async () => {
    const since = names.slice(names.indexOf(migration) + 1);
    const breaking: string[] = [];
    for (const name of since) {
      const text = (await readFile(join(folder, `${name}.sql`), 'utf8')).replaceAll(/--.*$/gm, '');
      const [, required] = /-after-(\d+)$/.exec(name) ?? [];
      const isUnused = required !== undefined && required <= migration.slice(0, 4);
      if (contraction.test(text) && !isUnused) breaking.push(name);
    }
    expect(names).toContain(migration);
    expect(breaking).toEqual([]);
  });
});
