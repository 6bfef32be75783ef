import { type Kysely, sql } from 'kysely';

/** What the owner of a processed recording should know, and which themes topic matches were found with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('convo_activities')
    .addColumn('processing_warnings', sql`text[]`, (col) => col.notNull().defaultTo(sql`'{}'`))
    .addColumn('themes_digest', 'text')
    .execute();
}
