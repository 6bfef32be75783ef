import { type Kysely, sql } from 'kysely';

/** Which folder holds the recordings of this database; at most one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('convo_recording_folder')
    .addColumn('is_only', 'boolean', (col) =>
      col
        .primaryKey()
        .defaultTo(true)
        .check(sql`is_only`),
    )
    .addColumn('marker', 'text', (col) => col.notNull())
    .execute();
}
