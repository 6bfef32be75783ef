import { type RawBuilder, sql } from 'kysely';
import type { ConnectorKind } from '../../tools/tool.ts';
import type { Db } from './open-database.ts';

/** Updates planner statistics and visibility maps, because PGlite has no autovacuum. Must not run in a transaction. */
export const vacuum = (db: Db, service: ConnectorKind): Promise<void> =>
  forEachTable(db, { service, command: sql`vacuum (analyze)` });

/** Updates only the planner statistics, in half the time. Visibility maps matter little for a small database. */
export const updateStatistics = (db: Db, service: ConnectorKind): Promise<void> =>
  forEachTable(db, { service, command: sql`analyze` });

async function forEachTable(
  db: Db,
  { service, command }: { service: ConnectorKind; command: RawBuilder<unknown> },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and starts_with(tablename, ${`${service}_`})`.execute(db);
  // Use one statement per table, because other callers of an embedded database wait for a running statement.
  for (const { name } of rows) await sql`${command} ${sql.table(name)}`.execute(db);
}
