import { sql } from 'kysely';
import type { ConnectorKind } from '../../tools/tool.ts';
import type { Db } from './open-database.ts';

/**
 * Collects the planner's statistics and enables index-only scans for counts. Call it outside a transaction after storing
 * many rows, because the embedded database has no autovacuum.
 */
export async function vacuum(db: Db, service: ConnectorKind): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and starts_with(tablename, ${`${service}_`})`.execute(db);
  await sql`vacuum (analyze) ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db);
}
