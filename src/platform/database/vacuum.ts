import { sql } from 'kysely';
import type { ConnectorKind } from '../../tools/tool.ts';
import type { Db } from './open-database.ts';

/**
 * Vacuums and analyses all tables of a service, so that the planner has statistics and counts can use index-only scans.
 * Call it after storing many rows, because the embedded database has no autovacuum, and outside a transaction.
 */
export async function vacuum(db: Db, service: ConnectorKind): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and starts_with(tablename, ${`${service}_`})`.execute(db);
  await sql`vacuum (analyze) ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db);
}
