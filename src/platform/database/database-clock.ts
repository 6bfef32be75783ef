import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './open-database.ts';

/** The clock of the database, which all nodes on it share: their own may be minutes apart. */
export interface DatabaseClock {
  now: () => Date;
  close(): void;
}

const syncEveryMs = 30_000;

/**
 * Reads the clock of the database and follows it by the monotonic clock of the process, so that asking for the time
 * costs no statement. Off by at most the time that one statement takes; read again every 30 s.
 */
export async function openDatabaseClock(db: Db, { log }: { log: Logger }): Promise<DatabaseClock> {
  let offsetMs = await readOffset(db);
  const syncing = setInterval(() => {
    readOffset(db).then(
      (offset) => (offsetMs = offset),
      (err: unknown) => log.warn({ err }, 'the clock of the database could not be read; it is followed as before'),
    );
  }, syncEveryMs);
  syncing.unref();
  return {
    now: () => new Date(performance.now() + offsetMs),
    close: () => clearInterval(syncing),
  };
}

/** From the monotonic clock to the database's, in milliseconds. */
async function readOffset(db: Db): Promise<number> {
  const { rows } = await sql<{ epochMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "epochMs"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database did not say what time it is');
  return row.epochMs - performance.now();
}
