import { CompiledQuery, type DatabaseConnection } from 'kysely';

/**
 * Every query has an index to go by. Pages lie in memory or on an SSD, so going by an index costs little more than
 * reading in order; and an embedded database that nobody analyzed yet must not walk through a table either.
 */
export async function setUpPlanner(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(
    CompiledQuery.raw(`select set_config('random_page_cost', '1.1', false), set_config('enable_seqscan', 'off', false),
      set_config('jit', 'off', false)`),
  );
}
