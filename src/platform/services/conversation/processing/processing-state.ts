import type { Selectable, Transaction, UpdateObject } from 'kysely';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { ConversationActivityTable } from '../../../database/tables/conversation-tables.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { deleteFetchedClaims } from './obtain-recording.ts';
import type { ProcessingContext } from './processing-context.ts';

/** An uploaded activity that is being processed. */
export interface ProcessedActivity extends Selectable<ConversationActivityTable> {
  recording_url: string;
  /**
   * The latest time at which the conversation can have ended: the time of the upload, or the current time if the upload
   * states when the conversation took place.
   */
  endedBy: Date;
  /** Whether an earlier attempt stored the transcript. */
  hasTranscript: boolean;
}

/**
 * Marks an activity as being processed.
 * @returns the activity, or undefined if its processing has already ended
 */
export async function beginProcessing(
  { db, now, changes }: ProcessingContext,
  activityId: string,
): Promise<ProcessedActivity | undefined> {
  const row = await db
    .updateTable('convo_activities')
    .set({ processing_state: 'running', updated_at: now() })
    .where('id', '=', activityId)
    .where('processing_state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  changes.publish({ activity: activityId });
  if (row.recording_url === null) return undefined;
  return {
    ...row,
    recording_url: row.recording_url,
    endedBy: row.completed_at === null ? row.started_at : now(),
    hasTranscript: row.processing_skipped_cues !== null,
  };
}

/**
 * Updates an activity that is being processed.
 * @returns false, without a change, if its processing has already ended
 */
export async function updateWhileRunning(
  trx: Transaction<Tables>,
  activityId: string,
  change: UpdateObject<Tables, 'convo_activities'>,
): Promise<boolean> {
  const row = await trx
    .updateTable('convo_activities')
    .set(change)
    .where('id', '=', activityId)
    .where('processing_state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the processing of an activity as failed and stores the reason, which is shown to users. */
export async function failProcessing(
  { db, now, store, changes, mails }: ProcessingContext,
  { activityId, reason }: { activityId: string; reason: string },
): Promise<void> {
  const keys = await inTransaction(db, async (trx) => {
    const row = await trx
      .updateTable('convo_activities')
      .set({ processing_state: 'failed', processing_failure: reason, updated_at: now() })
      .where('id', '=', activityId)
      .where('processing_state', 'in', ['queued', 'running'])
      .returning('id')
      .executeTakeFirst();
    if (!row) return [];
    await mails?.enqueue(trx, activityId);
    return deleteFetchedClaims(trx, activityId);
  });
  changes.publish({ activity: activityId });
  for (const key of keys) await store.delete(key);
}
