import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OpenDatabaseError } from './open-database-error.ts';
import type { Tables } from './tables/tables.ts';

/**
 * The folder of the migrations, one SQL file each. The database records each applied migration by its file name without
 * the extension.
 */
const folder = join(import.meta.dirname, 'migrations');

/**
 * Runs all pending migrations. When several processes call it at once, one migrates and the others wait.
 * @throws OpenDatabaseError when a newer version of the program has migrated the database
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const names = (await readdir(folder)).map((file) => basename(file, '.sql'));
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new OpenDatabaseError(
      `was migrated by a newer version of the program (${unknown.join(', ')}); start that version or a later one`,
    );
  }
  // Skip the migrator if no migration is pending: it takes 200 ms to find that out.
  if (applied.length === names.length) return;
  const getMigrations = async () =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readMigration(name)] as const)));
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error) throw error;
}

/** Returns the names of the migrations that the database has recorded; empty for a new database. */
async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{
    name: string | null;
  }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (tables[0]?.name == null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Matches one SQL statement, up to the first semicolon that is neither in a comment nor in a function body. */
const statementPattern = /(?:--.*|\$\$[^]*?\$\$|[^;$-]|-(?!-)|\$(?!\$))+;/g;

async function readMigration(name: string): Promise<Migration> {
  const text = await readFile(join(folder, `${name}.sql`), 'utf8');
  return {
    async up(db) {
      for (const statement of text.match(statementPattern) ?? []) await sql.raw(statement).execute(db);
    },
  };
}
