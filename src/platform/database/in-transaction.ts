import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Db } from './open-database.ts';
import { sqlState } from './sql-state.ts';
import type { Tables } from './tables/tables.ts';

const maxAttempts = 6;
const baseDelayMs = 20;

/** PostgreSQL ended one of several transactions that waited for each other, or could not be run one after the other. */
const conflicts = new Set(['40P01', '40001']);

/** Whether PostgreSQL ended a transaction because of another one; the same may succeed the next time. */
export const isConflict = (error: unknown): boolean => conflicts.has(sqlState(error) ?? '');

/**
 * Runs the statements of `work` as one: in the transaction that `db` already is, or in a new one. A new one that
 * PostgreSQL ends because of another transaction is run again, up to six times: `work` must change nothing but the
 * database, or only what a second run may change again.
 */
export function inTransaction<Result>(
  db: Db | Transaction<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return isTransaction(db) ? work(db) : withRetries(() => db.transaction().execute(work));
}

const isTransaction = (db: Db | Transaction<Tables>): db is Transaction<Tables> => db.isTransaction;

async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
      await setTimeout(baseDelayMs * 2 ** attempt * Math.random());
    }
  }
}
