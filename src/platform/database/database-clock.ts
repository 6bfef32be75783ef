import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './open-database.ts';

const syncIntervalMs = 30_000;

/**
 * Opens a clock that follows the clock of the database, because server clocks can be minutes apart. Reads the database
 * every 30 seconds. `now` runs no statement; its error is at most half the duration of the first statement.
 */
export async function openDatabaseClock(db: Db, { log }: { log: Logger }) {
  let offsetMs = await readOffset(db);
  const syncing = setInterval(() => {
    readOffset(db, offsetMs).then(
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

/** Reads the clock of the database only once, for programs that do not run for days. */
export async function readDatabaseClock(db: Db): Promise<() => Date> {
  const offsetMs = await readOffset(db);
  return () => new Date(performance.now() + offsetMs);
}

/** Returns the time of the database at some moment between the call and the return. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ epochMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "epochMs"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database returned no time');
  return new Date(row.epochMs);
}

/** Returns the clock of the database minus `performance.now()`, in ms. Clamps `previous` to the measured bounds. */
async function readOffset(db: Db, previous?: number): Promise<number> {
  const startedAt = performance.now();
  const time = (await databaseTime(db)).getTime();
  const [min, max] = [time - performance.now(), time - startedAt];
  return previous === undefined ? (min + max) / 2 : Math.min(Math.max(previous, min), max);
}
