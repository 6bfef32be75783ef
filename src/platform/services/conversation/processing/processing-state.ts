import { inTransaction } from '../../../database/in-transaction.ts';
import type { Transaction, Updateable } from 'kysely';
import type { ConversationActivityTable } from '../../../database/tables/conversation-tables.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { unclaimFetched } from '../recordings/obtain-recording.ts';
import type { ProcessingParts } from './processing-context.ts';

/** What processing needs to know of an uploaded activity. */
export interface ProcessedActivity {
  id: string;
  organizationId: string;
  hostUserId: string | null;
  type: ConversationActivityTable['type'];
  language: string | null;
  recordingUrl: string;
  skipFullAnalysis: boolean;
  /** The day that the upload gives, else the time of the upload. */
  startedAt: Date;
  /** The activity was over by then: the time of the upload, or now where the upload gives a day. */
  endedBy: Date;
  /** It was stored by an earlier attempt. */
  hasTranscript: boolean;
}

/** Marks an activity as being processed. @returns nothing when there is nothing left to do */
export async function beginProcessing(
  { db, now }: ProcessingParts,
  activityId: string,
): Promise<ProcessedActivity | undefined> {
  const row = await db
    .updateTable('convo_activities')
    .set({ processing_state: 'running', updated_at: now() })
    .where('id', '=', activityId)
    .where('processing_state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (!row || row.recording_url === null) return undefined;
  return {
    id: row.id,
    organizationId: row.organization_id,
    hostUserId: row.host_user_id,
    type: row.type,
    language: row.language,
    recordingUrl: row.recording_url,
    skipFullAnalysis: row.skip_full_analysis,
    startedAt: row.started_at,
    endedBy: row.completed_at === null ? row.started_at : now(),
    hasTranscript: row.processing_skipped_cues !== null,
  };
}

/**
 * Changes an activity that is being processed, as part of a transaction.
 * @returns false when its processing was ended elsewhere; nothing was changed then
 */
export async function changeWhileRunning(
  trx: Transaction<Tables>,
  activityId: string,
  change: Updateable<ConversationActivityTable>,
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

/** Ends the processing of an activity without a conversation; whoever looks at it sees the reason. */
export async function failProcessing(
  { db, now, store }: ProcessingParts,
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
    return row ? unclaimFetched(trx, activityId) : [];
  });
  for (const key of keys) await store.delete(key);
}
