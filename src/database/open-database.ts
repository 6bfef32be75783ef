import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { CompiledQuery, type DatabaseConnection, Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { holdDataDir } from './data-dir-hold.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/**
 * Every query has an index to go by. Pages lie in memory or on an SSD, so going by an index costs little more than
 * reading in order; and an embedded database that nobody analyzed yet must not walk through a table either.
 */
async function setUpPlanner(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(
    CompiledQuery.raw(`select set_config('random_page_cost', '1.1', false), set_config('enable_seqscan', 'off', false),
      set_config('jit', 'off', false)`),
  );
}

/** Where the data is: a PostgreSQL server, a folder for the embedded one, or nowhere (gone with the process). */
export type DatabaseLocation = { url: string } | { dataDir: string } | 'memory';

export interface OpenDatabase {
  db: Db;
  close(): Promise<void>;
}

/**
 * Opens the database and brings it to the newest shape.
 * @throws DataDirHeldError when another living process has the folder open.
 */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  const opened = await connect(location);
  try {
    await migrate(opened.db);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function connect(location: DatabaseLocation): Promise<OpenDatabase> {
  if (location === 'memory') return embedded(await PGlite.create({ extensions: { pg_trgm } }));
  if ('url' in location) {
    const pool = new Pool({
      connectionString: location.url,
      max: 10,
    });
    // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
    pool.on('error', () => {});
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, onCreateConnection: setUpPlanner }) });
    return { db, close: () => db.destroy() };
  }
  await mkdir(location.dataDir, { recursive: true });
  const release = await holdDataDir(location.dataDir);
  try {
    const opened = embedded(await PGlite.create(join(location.dataDir, 'database'), { extensions: { pg_trgm } }));
    return {
      db: opened.db,
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
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}
