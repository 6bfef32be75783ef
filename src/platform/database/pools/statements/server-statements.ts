import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PoolClient, QueryResult } from 'pg';
import { isStaleStatement } from '../../sql-state.ts';
import { currentCall } from '../call-context.ts';
import type { CallTimeouts } from '../pool.ts';
import { isPreparable, maxStatements } from './prepared-statements.ts';

/** How often a statement must run before it gets a name. Filters produce many texts that run only once. */
const runsBeforePrepared = 3;

const maxCounted = 1000;

type RunStatement = (text: string, values?: unknown[]) => Promise<QueryResult>;

/** Prepares statements that run repeatedly, and cancels a statement whose caller goes. `cancel` must not reject. */
export function preparedStatements(
  cancel: (client: PoolClient) => Promise<unknown>,
): (client: PoolClient) => RunStatement {
  const names = createNames();
  return (client) => {
    const run = withNames(client, names);
    return async (text, values) => {
      const signal = currentCall()?.signal;
      let cancelling: Promise<unknown> | undefined;
      const startCancelling = () => {
        cancelling = cancel(client);
      };
      signal?.addEventListener('abort', startCancelling);
      try {
        return await run(text, values);
      } finally {
        signal?.removeEventListener('abort', startCancelling);
        // Wait for the request to cancel: it could otherwise hit the next statement of the connection.
        await cancelling;
      }
    };
  };
}

/** The driver never closes a prepared statement, so only the first ones that run repeatedly get a name. */
function createNames() {
  const names = new Map<string, string>();
  const runs = new LRUCache<string, number>({ max: maxCounted });
  let generation = 0;
  return {
    /** Undefined for statements that must not be prepared. */
    nameOf(text: string): string | undefined {
      const name = names.get(text);
      if (name !== undefined || names.size >= maxStatements || !isPreparable(text)) return name;
      const count = (runs.get(text) ?? 0) + 1;
      runs.set(text, count);
      if (count < runsBeforePrepared) return undefined;
      runs.delete(text);
      // A pooler can run several clients on one session, so a name must never mean two statements.
      const newName = createHash('sha256').update(`${generation}${text}`).digest('base64url').slice(0, 16);
      names.set(text, newName);
      return newName;
    },
    renew(): void {
      generation += 1;
      names.clear();
    },
  };
}

const withNames =
  (client: PoolClient, names: ReturnType<typeof createNames>): RunStatement =>
  async (text, values) => {
    const name = names.nameOf(text);
    try {
      return await client.query({ text, ...(name !== undefined && { name }), ...(values && { values }) });
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      names.renew();
      // The error has aborted the transaction, which the caller has to repeat.
      if (isInTransaction(client)) throw error;
      return client.query(text, values);
    }
  };

const beginsTransaction = /^\s*(?:begin|start transaction)\b/i;

/**
 * Sets the statement timeout per transaction, because a pooler in transaction mode would leak session settings to other
 * clients. A statement outside a transaction runs in one of its own, which costs two round trips and is rolled back if
 * its tool call has ended: the statement cannot be cancelled.
 */
export const transactionTimeouts =
  ({ statementMs }: CallTimeouts) =>
  (client: PoolClient): RunStatement =>
  async (text, values) => {
    const timeoutSetting = `set local statement_timeout = ${statementMs}`;
    if (isInTransaction(client)) return client.query(text, values);
    if (beginsTransaction.test(text)) return client.query(`${text}; ${timeoutSetting}`);
    await client.query(`begin; ${timeoutSetting}`);
    try {
      const result = await client.query(text, values);
      currentCall()?.signal.throwIfAborted();
      await client.query('commit');
      return result;
    } catch (error) {
      // If this fails, the connection is lost, and the server rolls back.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };

/** True also in a failed transaction, which must still be rolled back. */
const isInTransaction = (client: PoolClient): boolean => client.getTransactionStatus() !== 'I';
