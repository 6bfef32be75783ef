import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { sqlState } from './sql-state.ts';
import type { Tables } from './tables/tables.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

const folder = join(import.meta.dirname, 'migrations');

/** Creates in an empty database what all migrations up to `lastOfNewDatabase` create. */
const newDatabaseFile = 'new-database';
const lastOfNewDatabase = '0022-keyed-calls';

/** Migrations of earlier releases. Their files were removed, so the previous release must have applied them. */
const earlierMigrations = [
  '0001-talent',
  '0002-conversation',
  '0003-recordings',
  '0004-service-keys',
  '0005-platform-clients',
  '0006-name-parts',
  '0007-covering-signal-indexes',
  '0008-development-accounts',
  '0009-folded-names',
  '0010-analysis-state',
  '0011-recording-folder',
];

/** While a migration waits for the lock of a table, all reads of the table wait too. */
const lockTimeoutMs = 500;
const retryMs = 500;

/** Arbitrary id of the advisory lock that a migrating process holds. */
const lockId = 3_853_314_791;

interface MigrateOptions {
  log?: Logger | undefined;
  /** Whether other processes can use the database now, so that indexes are built concurrently. */
  isShared?: boolean;
}

/**
 * Applies the pending migrations. If several processes migrate at once, each migration is applied once and all
 * processes wait.
 *
 * Migrations only add to the schema, so earlier releases can use the database. A migration that removes something is
 * named `<number>-<what>-after-<number>`. A release that lacks the migration with the second number still uses what is
 * removed, so it refuses to start.
 * @throws OperatorError when this release cannot use the database; the caller prepends the database name to the message
 */
export async function migrate(db: Kysely<Tables>, { log, isShared = false }: MigrateOptions = {}): Promise<void> {
  const files = (await readdir(folder)).map((file) => basename(file, '.sql')).toSorted();
  const names = [...earlierMigrations, ...files.filter((name) => name !== newDatabaseFile)];
  const applied = await appliedMigrations(db);
  const isNew = applied.length === 0;
  const pending = isNew
    ? [newDatabaseFile, ...names.filter((name) => name > lastOfNewDatabase)]
    : names.filter((name) => !applied.includes(name));
  const later = applied.filter((name) => !names.includes(name));
  if (later.length > 0) {
    // A later release has applied all migrations of this one; otherwise the two releases diverged.
    if (pending.length > 0 || !later.every((name) => isCompatible(name, names))) {
      throw new OperatorError(
        `was migrated by a newer version of the program (${later.join(', ')}); start that version or a later one`,
      );
    }
    log?.warn({ migrations: later }, 'the database was migrated by a later release');
  }
  if (earlierMigrations.some((name) => pending.includes(name))) {
    throw new OperatorError(
      `was migrated by an earlier release than the previous one (${applied.at(-1)}); start the previous release on it first`,
    );
  }
  for (const name of pending) {
    const completed = name === newDatabaseFile ? names.filter((each) => each <= lastOfNewDatabase) : [name];
    const steps = await readMigration(name, { concurrently: isShared && !isNew });
    for (const [index, step] of steps.entries()) {
      const isLast = index === steps.length - 1;
      const attempt = () => ('index' in step ? buildIndex(db, step) : runStep(db, { completed, ...step, isLast }));
      while (!(await attempt())) {
        log?.info({ migration: name }, 'a migration waits for a lock');
        await setTimeout(retryMs * (0.5 + Math.random()));
      }
    }
  }
}

/** Whether a release with only the migrations `known` can use a database after the migration `name`. */
function isCompatible(name: string, known: readonly string[]): boolean {
  if (name < (known.at(-1) ?? '')) return false;
  const [, required] = /-after-(\d+)$/.exec(name) ?? [];
  return required === undefined || known.some((each) => each.startsWith(`${required}-`));
}

/** The names of the applied migrations; empty for a new database. */
async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const found = sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`;
  if ((await found.execute(db)).rows[0]?.name == null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** An index to create concurrently, or statements to run in one transaction. */
type Step = { index: string; statement: string } | { statements: readonly string[] };

/** Splits SQL into statements. Each ends at the first semicolon that is neither in a comment nor in a function body. */
export const statementsOf = (text: string): string[] =>
  text.match(/(?:--.*|\$\$[^]*?\$\$|[^;$-]|-(?!-)|\$(?!\$))+;/g) ?? [];

const concurrentIndex = /^(?:\s|--.*)*create (?:unique )?index concurrently (\w+)/;

/** Reads the steps of a migration. Only the last step records it, so earlier steps may run again after a failure. */
async function readMigration(name: string, { concurrently }: { concurrently: boolean }): Promise<Step[]> {
  const text = await readFile(join(folder, `${name}.sql`), 'utf8');
  let statements: string[] = [];
  const steps: Step[] = [];
  for (const statement of statementsOf(text)) {
    const [start, index] = concurrentIndex.exec(statement) ?? [];
    if (start === undefined || index === undefined) statements.push(statement);
    else if (!concurrently) statements.push(statement.replace(start, start.replace('concurrently ', '')));
    else {
      steps.push({ statements }, { index, statement });
      statements = [];
    }
  }
  return [...steps, { statements }];
}

/** SQLSTATE of `lock_not_available`. */
const lockTimedOut = '55P03';

/** Returns false if another process migrates, or if a table stays locked. */
async function runStep(
  db: Kysely<Tables>,
  { completed, statements, isLast }: { completed: readonly string[]; statements: readonly string[]; isLast: boolean },
): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ isLocked: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as "isLocked"`.execute(trx);
      if (rows[0]?.isLocked !== true) return false;
      const applied = await appliedMigrations(trx);
      if (completed.every((name) => applied.includes(name))) return true;
      await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(trx);
      for (const statement of statements) await sql.raw(statement).execute(trx);
      if (isLast) await record(trx, completed);
      return true;
    });
  } catch (error) {
    if (sqlState(error) !== lockTimedOut) throw error;
    return false;
  }
}

async function record(trx: Transaction<Tables>, names: readonly string[]): Promise<void> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
  await sql`insert into kysely_migration
    select unnest(${names}::text[]), ${new Date().toISOString()}`.execute(trx);
}

/**
 * Returns false while another process builds the index. An index that is neither valid nor being built is left from a
 * process that has ended, and is built again.
 */
async function buildIndex(
  db: Kysely<Tables>,
  { index, statement }: { index: string; statement: string },
): Promise<boolean> {
  const found = await sql<{ isValid: boolean; isBuilding: boolean }>`
    select indisvalid as "isValid",
      exists (select from pg_stat_progress_create_index as build where build.relid = indrelid) as "isBuilding"
    from pg_index where indexrelid = to_regclass(${index})`.execute(db);
  const [existing] = found.rows;
  if (existing?.isValid) return true;
  if (existing?.isBuilding) return false;
  try {
    if (existing) await sql`drop index concurrently if exists ${sql.id(index)}`.execute(db);
    await sql.raw(statement).execute(db);
    return true;
  } catch (error) {
    if (sqlState(error) !== duplicateTable) throw error;
    return false;
  }
}

/** SQLSTATE of `duplicate_table`: another process has begun to build the index. */
const duplicateTable = '42P07';
