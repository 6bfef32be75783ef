import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { CompiledQuery, type DatabaseConnection, Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { type ConstructorOptions, fromPglite } from 'pg-boss';
import type { Logger } from 'pino';
import { makeDataFolder } from './data-folder.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { migrate } from './migrate.ts';
import { OpenDatabaseError, reasonOf } from './open-database-error.ts';
import type { Tables } from './tables/tables.ts';

export type Db = Kysely<Tables>;

/** The extensions that the embedded database loads. */
export const embeddedExtensions = { pg_trgm };

/**
 * Where the data is: on a PostgreSQL server, in the folder of an embedded database, in an embedded database that is
 * already running, or in memory, where it is lost when the process ends.
 */
export type DatabaseLocation = { url: string } | { dataDir: string } | { pglite: PGlite } | 'memory';

export interface OpenDatabase {
  db: Db;
  /** Options for a job queue in the same database. */
  jobs: ConstructorOptions;
  /** Closes the database, even if the caller passed it as `pglite`. */
  close(): Promise<void>;
}

/**
 * Opens the database and runs all pending migrations.
 * @param beforeMigrating checks whether this program can use the database; its error is rethrown
 * @throws OpenDatabaseError when the database cannot be reached, used or migrated, or its folder is in use by another
 * process
 */
export async function openDatabase(
  location: DatabaseLocation,
  { beforeMigrating, log }: { beforeMigrating?: (db: Db) => Promise<void>; log?: Logger } = {},
): Promise<OpenDatabase> {
  const opened = await connect(location);
  try {
    await beforeMigrating?.(opened.db);
    await migrate(opened.db, { log }).catch((error: unknown) => {
      throw migrationError(location, error);
    });
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function migrationError(location: DatabaseLocation, error: unknown): OpenDatabaseError {
  const name = nameOf(location);
  const message =
    error instanceof OpenDatabaseError
      ? `${name} ${error.message}.`
      : `${name} cannot be migrated to this version: ${reasonOf(error)}.`;
  return new OpenDatabaseError(message, { cause: error });
}

async function connect(location: DatabaseLocation): Promise<OpenDatabase> {
  if (location === 'memory') return embedded(await PGlite.create({ extensions: embeddedExtensions }));
  if ('pglite' in location) return embedded(location.pglite);
  try {
    return await ('url' in location ? openServer(location.url) : openFolder(location.dataDir));
  } catch (error) {
    if (error instanceof OpenDatabaseError) throw error;
    throw new OpenDatabaseError(`${nameOf(location)} cannot be opened: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Returns the name of the database for error messages, without the credentials of its URL. */
function nameOf(location: DatabaseLocation): string {
  if (location === 'memory' || 'pglite' in location) return 'The database in memory';
  if ('dataDir' in location) return `The database in the data folder ${location.dataDir}`;
  const { host, pathname } = new URL(location.url);
  return `The database ${host}${pathname} of DATABASE_URL`;
}

/**
 * Configures the query planner. Random access costs little more than sequential access, because data pages are in
 * memory or on an SSD. JIT compilation is off, because it pays off for long queries only.
 */
async function setUpPlanner(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(
    CompiledQuery.raw(`select set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false)`),
  );
}

const connectTimeoutMs = 5000;

async function openServer(url: string): Promise<OpenDatabase> {
  const first = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // The pending call reports a lost connection. Without a listener, the event would also crash the process.
  first.on('error', () => {});
  await first.connect();
  await first.end();
  const pool = new Pool({ connectionString: url, max: 10 });
  // The pool replaces broken idle connections at the next query. Without a listener, the event would crash the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, onCreateConnection: setUpPlanner }) });
  return { db, jobs: { connectionString: url, max: 3 }, close: () => db.destroy() };
}

async function openFolder(dataDir: string): Promise<OpenDatabase> {
  await makeDataFolder(dataDir);
  const release = await lockDataDir(dataDir);
  try {
    const opened = embedded(await PGlite.create(join(dataDir, 'database'), { extensions: embeddedExtensions }));
    return {
      ...opened,
      close: async () => {
        await opened.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

function embedded(pglite: PGlite): OpenDatabase {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite, onCreateConnection: setUpPlanner }) });
  return {
    db,
    jobs: { db: fromPglite(pglite), backend: 'pglite' },
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}
