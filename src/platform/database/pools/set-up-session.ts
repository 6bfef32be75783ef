import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type { CallTimeouts } from './pool.ts';

/**
 * Random access costs little more than sequential access in memory or on an SSD; JIT compilation pays off for long
 * queries only; parallel workers take CPU time from other queries. PgBouncer rejects the time limit as a connection
 * parameter.
 */
export async function setUpSession(connection: DatabaseConnection, timeouts?: CallTimeouts): Promise<void> {
  await connection.executeQuery(
    CompiledQuery.raw(
      `select set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false),
         set_config('max_parallel_workers_per_gather', '0', false),
         set_config('statement_timeout', coalesce($1, current_setting('statement_timeout')), false)`,
      [timeouts === undefined ? null : String(timeouts.statementMs)],
    ),
  );
}
