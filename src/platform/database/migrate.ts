import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Tables } from './tables/tables.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

/**
 * The folder of the migrations, one SQL file each. The database records each applied migration by its file name without
 * the extension.
 */
const folder = join(import.meta.dirname, 'migrations');

export interface MigrateOptions {
  log?: Logger | undefined;
  /** Name of the last migration to run; by default, all are run. */
  upTo?: string | undefined;
}

/**
 * Runs all pending migrations. When several processes call it at once, one migrates and the others wait.
 *
 * A database that the next release has migrated can be used: migrations only add to the schema, and what a release no
 * longer uses is removed by a later one (expand, then contract). A migration that removes something is named
 * `<number>-<what>-after-<number>`; releases without the migration of the second number still use it, so they refuse to
 * start.
 * @throws OperatorError when this release cannot use the database
 */
export async function migrate(db: Kysely<Tables>, { log, upTo }: MigrateOptions = {}): Promise<void> {
  const names = (await readdir(folder)).map((file) => basename(file, '.sql')).toSorted();
  const applied = await appliedMigrations(db);
  const pending = names.filter((name) => !applied.includes(name));
  const later = applied.filter((name) => !names.includes(name));
  if (pending.length > 0 || !later.every((name) => isCompatible(name, names))) requireNone(later);
  if (later.length > 0) log?.warn({ migrations: later }, 'the database was migrated by a later release');
  // Skip the migrator if no migration is pending: it takes 200 ms to find that out.
  if (pending.length === 0) return;
  const getMigrations = async () =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readMigration(name)] as const)));
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
}

function requireNone(later: readonly string[]): void {
  if (later.length === 0) return;
  throw new OperatorError(
    `was migrated by a newer version of the program (${later.join(', ')}); start that version or a later one`,
  );
}

/** Whether a release with the migrations `known` can use a database to which a later release has applied `name`. */
function isCompatible(name: string, known: readonly string[]): boolean {
  if (name < (known.at(-1) ?? '')) return false;
  const [, required] = /-after-(\d+)$/.exec(name) ?? [];
  return required === undefined || known.some((each) => each.startsWith(`${required}-`));
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
