import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';

/** Runs a statement on a client. */
export type RunStatement = (text: string, values: unknown[]) => Promise<QueryResult>;

/** Whether a transaction is open on the client, also one that has failed. */
export const isInTransaction = (client: PoolClient): boolean => client.getTransactionStatus() !== 'I';

/** Returns a pool for Kysely that runs the statements of each client with a function made for that client. */
export function wrapPool(pool: Pool, runOn: (client: PoolClient) => RunStatement): PostgresPool {
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
