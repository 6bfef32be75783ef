import { createHash } from 'node:crypto';
import type { PostgresPool } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { isStaleStatement } from '../../sql-state.ts';
import { currentCall } from '../call-context.ts';
import type { CallTimeouts } from '../pool.ts';
import { isPreparable, maxStatements } from './prepared-statements.ts';

/** How often a statement must run before it gets a name. Filters produce many texts that run only once. */
const runsBeforePrepared = 3;

const maxCounted = 1000;

/** The driver never closes a prepared statement, so only the first ones that run repeatedly get a name. */
export function namedStatements(pool: Pool): PostgresPool {
  const nameOf = createNames();
  return wrapPool(pool, (client) => withNames(client, nameOf));
}

/** Names are undefined for statements that must not be prepared. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const runs = new LRUCache<string, number>({ max: maxCounted });
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= maxStatements || !isPreparable(text)) return name;
    const count = (runs.get(text) ?? 0) + 1;
    runs.set(text, count);
    if (count < runsBeforePrepared) return undefined;
    runs.delete(text);
    // A pooler can run several clients on one session, so a name must never mean two statements.
    const newName = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    names.set(text, newName);
    return newName;
  };
}

function withNames(client: PoolClient, nameOf: (text: string) => string | undefined): RunStatement {
  const stale = new Set<string>();

  return async (text, values) => {
    const name = stale.has(text) ? undefined : nameOf(text);
    if (name === undefined) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      stale.add(text);
      // The error has aborted the transaction, which the caller has to repeat.
      if (isInTransaction(client)) throw error;
      return client.query(text, values);
    }
  };
}

const beginsTransaction = /^\s*(?:begin|start transaction)\b/i;

/**
 * Sets the statement timeout per transaction, because a pooler in transaction mode would leak session settings to other
 * clients. A statement outside a transaction runs in one of its own, which costs two round trips and is rolled back if
 * its tool call has ended: the statement cannot be cancelled.
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
      // If this fails, the connection is lost, and the server rolls back.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
}

type RunStatement = (text: string, values: unknown[]) => Promise<QueryResult>;

/** Includes failed transactions. */
const isInTransaction = (client: PoolClient): boolean => client.getTransactionStatus() !== 'I';

function wrapPool(pool: Pool, runOn: (client: PoolClient) => RunStatement): PostgresPool {
  // Kysely recognizes a client by its identity.
  const clients = new WeakMap<PoolClient, PoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const query = runOn(client);
      const wrapped = new Proxy(client, {
        get: (target, key) => (key === 'query' ? query : Reflect.get(target, key, target)),
      });
      clients.set(client, wrapped);
      return wrapped;
    },
  };
}
