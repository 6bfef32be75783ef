import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Db } from './open-database.ts';
import { sqlState } from './sql-state.ts';
import type { Tables } from './tables/tables.ts';

const maxAttempts = 6;
const baseDelayMs = 20;

/** Deadlock detected, and serialization failure. */
const conflicts = new Set(['40P01', '40001']);

/** Whether PostgreSQL aborted a transaction because of a concurrent one; a retry may succeed. */
export const isConflict = (error: unknown): boolean => conflicts.has(sqlState(error) ?? '');

/**
 * Runs `work` in the transaction that `db` already is, or in a new one. A new transaction that PostgreSQL aborts because
 * of a concurrent one is retried, at most six attempts in all, so other effects of `work` than those on the database must
 * be repeatable.
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
