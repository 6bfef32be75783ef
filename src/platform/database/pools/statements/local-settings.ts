import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { currentCall } from '../call-context.ts';
import type { CallTimeouts } from '../pool.ts';
import { poolWith, type RunStatement } from './pool-with.ts';

const beginsTransaction = /^\s*(?:begin|start transaction)\b/i;

/**
 * Returns a pool for Kysely that applies its settings to transactions instead of sessions, for a pooler in transaction
 * mode: it would pass the settings of a session on to other clients. A statement outside a transaction gets one of its
 * own, at the price of two round trips. It is rolled back if its tool call has ended, because it cannot be cancelled.
 */
export const localSettings = (pool: Pool, { statementMs }: CallTimeouts): PostgresPool =>
  poolWith(pool, (client) => withSettings(client, `set local statement_timeout = ${statementMs}`));

function withSettings(client: PoolClient, settings: string): RunStatement {
  return async (text, values) => {
    if (client.getTransactionStatus() !== 'I') return client.query(text, values);
    if (beginsTransaction.test(text)) return client.query(`${text}; ${settings}`);
    await client.query(`begin; ${settings}`);
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
