import { type Kysely, sql } from 'kysely';

/** Which accounts were made for a caller whom nobody authenticates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connected_accounts add column for_development boolean not null default false`.execute(db);
}
