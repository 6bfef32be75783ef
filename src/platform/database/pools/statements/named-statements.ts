import { createHash } from 'node:crypto';
import type { PostgresPool } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { isPreparable, isStaleStatement, maxStatements } from './prepared-statements.ts';
import { isInTransaction, type RunStatement, wrapPool } from './wrap-pool.ts';

/** How often a statement must run before it gets a name. Filters produce many texts that run only once. */
const minRuns = 3;

/** How many texts without a name are counted. */
const maxCounted = 1000;

/**
 * Returns a pool for Kysely whose connections prepare statements and reuse them. The driver closes no prepared statement
 * before its connection, so only the first statements that run repeatedly get a name.
 */
export function namedStatements(pool: Pool): PostgresPool {
  const nameOf = createNames();
  return wrapPool(pool, (client) => withNames(client, nameOf));
}

/** Returns a function that names a statement; undefined if it must not be prepared. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const runs = new LRUCache<string, number>({ max: maxCounted });
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= maxStatements || !isPreparable(text)) return name;
    const count = (runs.get(text) ?? 0) + 1;
    runs.set(text, count);
    if (count < minRuns) return undefined;
    runs.delete(text);
    // Derive the name from the text: a pooler can run several clients on one session, so a name must never stand for two
    // statements.
    const newName = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    names.set(text, newName);
    return newName;
  };
}

/** Returns a function that runs statements on a client, by name if they have one. */
function withNames(client: PoolClient, nameOf: (text: string) => string | undefined): RunStatement {
  /** Statements that this session can no longer run by name. */
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
