import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ClientBase, QueryResult } from 'pg';
import { isStaleStatement } from '../sql-state.ts';
import { currentCall } from './call-context.ts';

export type RunStatement = (client: ClientBase, text: string, values?: unknown[]) => Promise<QueryResult>;

/** Maximum number of prepared statements of a connection; each plan takes memory of the database. */
const maxStatements = 200;

/** Maximum length of a prepared statement. Longer statements store many rows, and their text varies with the number. */
const maxLength = 4000;

const manipulatesData = /^\s*(?:select|insert|update|delete|with)\b/i;

const isPreparable = (text: string): boolean => text.length <= maxLength && manipulatesData.test(text);

/** The run in which a statement is prepared, from 1: filters produce many texts that run only once. */
const preparedInRun = 3;

/** The driver never closes a prepared statement, so only the first statements that run repeatedly get a name. */
export function preparedStatements(): RunStatement {
  const names = new Map<string, string>();
  const runs = new LRUCache<string, number>({ max: 1000 });

  const nameOf = (text: string): string | undefined => {
    if (names.has(text) || names.size >= maxStatements || !isPreparable(text)) return names.get(text);
    const count = (runs.get(text) ?? 0) + 1;
    runs.set(text, count);
    // A pooler can run several clients on one session, so a name must never mean two statements.
    if (count >= preparedInRun) names.set(text, randomUUID());
    return names.get(text);
  };

  return async (client, text, values) => {
    try {
      return await client.query({ text, values: values ?? [], name: nameOf(text) });
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      names.clear();
      // The error has aborted the transaction, which the caller has to repeat.
      if (isInTransaction(client)) throw error;
      return client.query(text, values);
    }
  };
}

/**
 * Sets the statement timeout per transaction, because a pooler in transaction mode would leak session settings to other
 * clients. A statement outside a transaction runs in a transaction of its own, which costs two round trips and is
 * rolled back if the tool call has ended, because the statement cannot be cancelled.
 */
export const limitedTransactions =
  (statementMs: number): RunStatement =>
  async (client, text, values) => {
    const begin = `begin; set local statement_timeout = ${statementMs}`;
    if (isInTransaction(client)) return client.query(text, values);
    if (text === 'begin') return client.query(begin);
    await client.query(begin);
    try {
      const result = await client.query(text, values);
      currentCall()?.signal.throwIfAborted();
      await client.query('commit');
      return result;
    } catch (error) {
      // If the rollback fails, the connection is lost, and the server rolls back.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };

/** True also in a failed transaction, which must still be rolled back. */
export const isInTransaction = (client: ClientBase): boolean => client.getTransactionStatus() !== 'I';
