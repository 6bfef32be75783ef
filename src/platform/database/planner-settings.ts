import { CompiledQuery, type DatabaseConnection } from 'kysely';

/** Pages lie in memory or on an SSD, so going by an index costs little more than reading in order. */
export async function setUpPlanner(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(
    CompiledQuery.raw(`select set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false)`),
  );
}
