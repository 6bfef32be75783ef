import type { Transaction } from 'kysely';
import type { Db } from './open-database.ts';
import type { Tables } from './tables.ts';

/** Runs the statements of `work` as one: in the transaction that `db` already is, or in a new one. */
export function inTransaction<Result>(
  db: Db | Transaction<Tables>,
  work: (trx: Db | Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
