import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Db } from './open-database.ts';
import { isStaleStatement, sqlState } from './sql-state.ts';
import type { Tables } from './tables/tables.ts';

const maxAttempts = 6;
const baseDelayMs = 20;

/** SQLSTATE of `deadlock_detected` and `serialization_failure`. */
const conflicts = new Set(['40P01', '40001']);

/** Whether a transaction failed because of another transaction, so that a retry may succeed. */
export const isConflict = (error: unknown): boolean => conflicts.has(sqlState(error) ?? '');

/** Runs `work` in a transaction. A conflict repeats `work`, so its effects outside the database must be idempotent. */
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
      if (attempt === maxAttempts || !(isConflict(error) || isStaleStatement(error))) throw error;
      await setTimeout(baseDelayMs * 2 ** attempt * Math.random());
    }
  }
}
