import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';
import { deleteUnclaimed } from './recording-claims.ts';
import type { RecordingStore } from '../../../../storage/recording-store.ts';

/** Deletes the recordings of activities whose processing failed before a time. The activities stay, with the reason. */
export async function deleteFailedRecordings(
  db: Kysely<Tables>,
  { store, before }: { store: RecordingStore; before: Date },
): Promise<void> {
  const claims = await db
    .deleteFrom('convo_recordings')
    .using('convo_activities')
    .whereRef('convo_activities.id', '=', 'convo_recordings.activity_id')
    .where('convo_activities.processing_state', '=', 'failed')
    .where('convo_activities.updated_at', '<', before)
    .returning('convo_recordings.key')
    .execute();
  for (const { key } of claims) await deleteUnclaimed(db, { store, key });
}
