import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { currentCall } from '../call-context.ts';
import type { CallTimeouts } from '../pool.ts';
import { isInTransaction, type RunStatement, wrapPool } from './wrap-pool.ts';

const beginsTransaction = /^\s*(?:begin|start transaction)\b/i;

/**
 * Returns a pool for Kysely that sets the statement timeout per transaction instead of per session, because a pooler in
 * transaction mode would leak session settings to other clients. A statement outside a transaction runs in one of its
 * own, which costs two more round trips. If its tool call has ended by then, that transaction is rolled back, because
 * the statement cannot be cancelled.
 */
export const transactionTimeouts = (pool: Pool, { statementMs }: CallTimeouts): PostgresPool =>
  wrapPool(pool, (client) => withTimeout(client, `set local statement_timeout = ${statementMs}`));

function withTimeout(client: PoolClient, timeoutSetting: string): RunStatement {
  return async (text, values) => {
    if (isInTransaction(client)) return client.query(text, values);
    if (beginsTransaction.test(text)) return client.query(`${text}; ${timeoutSetting}`);
    await client.query(`begin; ${timeoutSetting}`);
    try {
      const result = await client.query(text, values);
      currentCall()?.signal.throwIfAborted();
      await client.query('commit');
      return result;
    } catch (error) {
      // If this fails, the connection is lost, and the server rolls back. The first error says more.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
}
