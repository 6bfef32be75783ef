import { inTransaction } from '../../../database/in-transaction.ts';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';
import { claimRecording } from './recording-claims.ts';
import type { StoredRecording } from '../../../../storage/recording-store.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { ProcessingParts } from '../processing/processing-context.ts';
import { RecordingError } from './recording-error.ts';

export interface RecordingSource {
  activityId: string;
  url: string;
  signal: AbortSignal;
}

/** The stored recording of an activity; fetched, if it is not here yet. @throws RecordingError */
export async function obtainRecording(parts: ProcessingParts, source: RecordingSource): Promise<StoredRecording> {
  const { db, store } = parts;
  const claims = await db
    .selectFrom('convo_recordings')
    .select('key')
    .where('activity_id', '=', source.activityId)
    .execute();
  for (const { key } of claims) {
    const stored = await store.find(key);
    if (stored) return stored;
  }
  if (store.keyOf(source.url) !== undefined) throw new RecordingError('The recording is not there any more.');
  return fetchRecording(parts, source);
}

async function fetchRecording(
  { db, store, addressRules, maxRecordingBytes, network }: ProcessingParts,
  { activityId, url, signal }: RecordingSource,
): Promise<StoredRecording> {
  const options = { rules: addressRules, maxBytes: maxRecordingBytes, signal, ...network };
  const { content, ...hints } = await guardedFetch(url, options);
  const stored = await store.put(content, hints);
  await inTransaction(db, (trx) => claimRecording(trx, { store, key: stored.key, activityId, fetched: true }));
  return stored;
}

/**
 * Lets go of what was only fetched, as part of a transaction: an uploaded recording stays, it is the only one.
 * @returns the keys to delete once the transaction is committed; what is not deleted then is swept up later
 */
export async function unclaimFetched(trx: Transaction<Tables>, activityId: string): Promise<string[]> {
  const claims = await trx
    .deleteFrom('convo_recordings')
    .where('activity_id', '=', activityId)
    .where('fetched', '=', true)
    .returning('key')
    .execute();
  return claims.map(({ key }) => key);
}
