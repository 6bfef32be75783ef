import type { Transaction } from 'kysely';
import type { StoredRecording } from '../../../../infrastructure/storage/recording-store.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import type { ProcessingContext } from './processing-context.ts';
import { guardedFetch } from './recordings/guarded-fetch.ts';
import { claimRecording } from './recordings/recording-claims.ts';
import { RecordingError } from '../analysis/processing-error.ts';

export interface RecordingSource {
  activityId: string;
  url: string;
  signal: AbortSignal;
}

/**
 * Returns an activity's recording from the store. If it is not stored yet, fetches and stores it first.
 * @throws RecordingError
 */
export async function obtainRecording(
  { db, store, addressRules, maxRecordingBytes, network }: ProcessingContext,
  { activityId, url, signal }: RecordingSource,
): Promise<StoredRecording> {
  const claims = await db.selectFrom('convo_recordings').select('key').where('activity_id', '=', activityId).execute();
  for (const { key } of claims) {
    const stored = await store.find(key);
    if (stored) return stored;
  }
  if (store.keyOf(url) !== undefined) throw new RecordingError('The recording no longer exists.');
  const options = { rules: addressRules, maxBytes: maxRecordingBytes, signal, ...network };
  const { content, ...hints } = await guardedFetch(url, options);
  const stored = await store.put(content, hints);
  await inTransaction(db, (trx) => claimRecording(trx, { store, key: stored.key, activityId, fetched: true }));
  return stored;
}

/**
 * Deletes an activity's claims to recordings that were fetched from a URL, as part of the transaction `trx`. Claims to
 * uploaded recordings remain, because the uploaded file is the only copy.
 * @returns the keys of the recordings to delete from the store after the commit; a later sweep deletes any that remain
 */
export async function deleteFetchedClaims(trx: Transaction<Tables>, activityId: string): Promise<string[]> {
  const claims = await trx
    .deleteFrom('convo_recordings')
    .where('activity_id', '=', activityId)
    .where('fetched', '=', true)
    .returning('key')
    .execute();
  return claims.map(({ key }) => key);
}
