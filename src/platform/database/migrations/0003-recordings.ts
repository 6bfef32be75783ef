import type { Kysely } from 'kysely';

/** Which stored recordings belong to an activity; the files themselves are in the recording store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('convo_recordings')
    .addColumn('key', 'text', (col) => col.notNull())
    .addColumn('activity_id', 'uuid', (col) => col.notNull().references('convo_activities.id').onDelete('cascade'))
    .addColumn('fetched', 'boolean', (col) => col.notNull())
    .addPrimaryKeyConstraint('convo_recordings_pk', ['key', 'activity_id'])
    .execute();
  await db.schema.createIndex('convo_recordings_by_activity_id').on('convo_recordings').column('activity_id').execute();
}
