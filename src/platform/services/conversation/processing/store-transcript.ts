import type { Transaction, UpdateObject } from 'kysely';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { type ParticipantRecord, storeParticipants } from '../store/store-activities.ts';
import { appendSegments, type SegmentRecord, storeOutputs } from '../store/store-outputs.ts';
import { lockAttempt, type ProcessingContext, updateWhileRunning } from './processing-state.ts';

/** Calls of an embedded database wait while a portion is stored. */
const portionSize = 500;

interface StoredTranscript {
  participants: ParticipantRecord[];
  /** In the order of their start. */
  segments: SegmentRecord[];
  change: UpdateObject<Tables, 'convo_activities'>;
}

/**
 * Stores the segments in portions, which callers do not see before the last one. `updated_at` identifies the attempt.
 * @returns false if the processing has ended or another attempt has begun
 */
export async function storeTranscript(
  { db, now }: ProcessingContext,
  { id }: { id: string },
  { participants, segments, change }: StoredTranscript,
): Promise<boolean> {
  const begunAt = now();
  const isBegun = await inTransaction(db, async (trx) => {
    if (!(await updateWhileRunning(trx, id, { updated_at: begunAt }))) return false;
    await storeParticipants(trx, [{ activity_id: id, participants }]);
    await storeOutputs(trx, [{ activity_id: id, segments: [] }]);
    return true;
  });
  const inAttempt = (work: (trx: Transaction<Tables>) => Promise<unknown>) =>
    inTransaction(db, async (trx) => {
      const isCurrent = await lockAttempt(trx, id, begunAt);
      if (isCurrent) await work(trx);
      return isCurrent;
    });
  let isCurrent = isBegun;
  for (let from = 0; isCurrent && from < segments.length; from += portionSize) {
    const portion = { segments: segments.slice(from, from + portionSize), from };
    isCurrent = await inAttempt((trx) => appendSegments(trx, id, portion));
  }
  return isCurrent && inAttempt((trx) => updateWhileRunning(trx, id, { ...change, updated_at: now() }));
}
