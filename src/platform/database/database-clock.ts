import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './open-database.ts';

/** The clock of the database. All server processes use it, because their own clocks can be minutes apart. */
export interface DatabaseClock {
  now: () => Date;
  close(): void;
}

const syncIntervalMs = 30_000;

/**
 * Reads the clock of the database every 30 seconds. `now` adds the time that has passed since then, and runs no SQL
 * statement. Its error is at most the duration of one statement.
 */
export async function openDatabaseClock(db: Db, { log }: { log: Logger }): Promise<DatabaseClock> {
  let offsetMs = await readOffset(db);
  const syncing = setInterval(() => {
    readOffset(db).then(
      (offset) => (offsetMs = offset),
      (err: unknown) =>
        log.warn({ err }, 'the clock of the database could not be read; the previous offset stays in use'),
    );
  }, syncIntervalMs);
  syncing.unref();
  return {
    now: () => new Date(performance.now() + offsetMs),
    close: () => clearInterval(syncing),
  };
}

/** Reads the clock of the database once, for programs that do not run for long. */
export const databaseTime = async (db: Db): Promise<Date> => new Date(performance.now() + (await readOffset(db)));

/** Returns the clock of the database minus `performance.now()`, in milliseconds. */
async function readOffset(db: Db): Promise<number> {
  const { rows } = await sql<{ epochMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "epochMs"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database returned no time');
  return row.epochMs - performance.now();
}
