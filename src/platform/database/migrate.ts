import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Tables } from './tables/tables.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

const folder = join(import.meta.dirname, 'migrations');

interface MigrateOptions {
  log?: Logger | undefined;
  upTo?: string | undefined;
}

/**
 * When several processes call it at once, one migrates and the others wait.
 *
 * Migrations only add to the schema, so earlier releases can use the database. A migration that removes something is
 * named `<number>-<what>-after-<number>`. Releases that lack the migration with the second number still use what it
 * removes, so they refuse to start.
 * @throws OperatorError when this release cannot use the database
 */
export async function migrate(db: Kysely<Tables>, { log, upTo }: MigrateOptions = {}): Promise<void> {
  const names = (await readdir(folder)).map((file) => basename(file, '.sql')).toSorted();
  const applied = await appliedMigrations(db);
  const pending = names.filter((name) => !applied.includes(name));
  const later = applied.filter((name) => !names.includes(name));
  if (later.length > 0) {
    if (pending.length > 0 || !later.every((name) => isCompatible(name, names))) {
      throw new OperatorError(
        `was migrated by a newer version of the program (${later.join(', ')}); start that version or a later one`,
      );
    }
    log?.warn({ migrations: later }, 'the database was migrated by a later release');
  }
  // Skip the migrator if no migration is pending: it takes 200 ms to find that out.
  if (pending.length === 0) return;
  const getMigrations = async () =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readMigration(name)] as const)));
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
}

/** Whether a release with the migrations `known` can use a database on which `name` has run. */
function isCompatible(name: string, known: readonly string[]): boolean {
  if (name < (known.at(-1) ?? '')) return false;
  const [, required] = /-after-(\d+)$/.exec(name) ?? [];
  return required === undefined || known.some((each) => each.startsWith(`${required}-`));
}

/** Empty for a new database. */
async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const found = sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`;
  if ((await found.execute(db)).rows[0]?.name == null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Matches one SQL statement, up to the first semicolon that is neither in a comment nor in a function body. */
const statementPattern = /(?:--.*|\$\$[^]*?\$\$|[^;$-]|-(?!-)|\$(?!\$))+;/g;

export async function readMigration(name: string): Promise<Migration> {
  const text = await readFile(join(folder, `${name}.sql`), 'utf8');
  return {
    async up(db) {
      for (const statement of text.match(statementPattern) ?? []) await sql.raw(statement).execute(db);
    },
  };
}
