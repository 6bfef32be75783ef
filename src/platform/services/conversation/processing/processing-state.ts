import type { Kysely, Selectable, Transaction, UpdateObject } from 'kysely';
import type { Changes } from '../../../../infrastructure/event-stream/event-feed.ts';
import type { FairQueue } from '../../../../infrastructure/fairness/fair-queue.ts';
import type { RecordingSettings, RecordingStore } from '../../../../infrastructure/storage/recording-store.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { ConversationActivityTable } from '../../../database/tables/conversation-tables.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import type { Analyst } from '../analyst/chat-analyst.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { AddressRules } from '../network/address-rules.ts';
import type { AnalysisThread } from './analysis-thread.ts';
import type { FetchNetwork } from './recordings/guarded-fetch.ts';
import { deleteFetchedClaims } from './recordings/recording-claims.ts';
import type { Transcriber } from './transcription/openai-transcriber.ts';

export interface ProcessingContext {
  db: Kysely<Tables>;
  now: () => Date;
  store: RecordingStore;
  changes: Pick<Changes, 'publish'>;
  recordings: Pick<RecordingSettings, 'maxBytes' | 'retentionDays'>;
  addressRules: AddressRules;
  /** Without a transcriber, audio and video recordings are rejected. */
  transcriber?: Transcriber | undefined;
  thread: AnalysisThread;
  /** Runs one large transcript at a time, to limit the memory. */
  largeTranscripts: FairQueue;
  analyst?: Analyst | undefined;
  mails?: Pick<MailQueue, 'enqueue'> | undefined;
  network?: FetchNetwork;
}

export interface ProcessedActivity extends Selectable<ConversationActivityTable> {
  recording_url: string;
  /** Latest possible end of the conversation. */
  endedBy: Date;
  hasTranscript: boolean;
}

/** Marks the activity as running. Returns undefined if its processing has already ended. */
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
    // An upload that does not state its time is stored without an end; its start is the time of the upload.
    endedBy: row.completed_at === null ? row.started_at : now(),
    // `storeTranscript` sets this number with the last segments.
    hasTranscript: row.processing_skipped_cues !== null,
  };
}

/** @returns false, without a change, if the processing of the activity has already ended */
export async function updateWhileRunning(
  trx: Transaction<Tables>,
  activityId: string,
  change: UpdateObject<Tables, 'convo_activities'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('convo_activities')
    .set(change)
    .where('id', '=', activityId)
    .where('processing_state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether the attempt with this update time still runs; if so, no other attempt begins before the commit */
export async function lockAttempt(trx: Transaction<Tables>, activityId: string, updatedAt: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('convo_activities')
    .select('id')
    .where('id', '=', activityId)
    .where('processing_state', '=', 'running')
    .where('updated_at', '=', updatedAt)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the processing as failed. Users see the reason. */
export async function failProcessing(
  { db, now, store, changes, mails }: ProcessingContext,
  { activityId, reason }: { activityId: string; reason: string },
): Promise<void> {
  const keys = await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('convo_activities')
      .set({ processing_state: 'failed', processing_failure: reason, updated_at: now() })
      .where('id', '=', activityId)
      .where('processing_state', 'in', ['queued', 'running'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return [];
    await mails?.enqueue(trx, activityId);
    return deleteFetchedClaims(trx, activityId);
  });
  changes.publish({ activity: activityId });
  for (const key of keys) await store.delete(key);
}
