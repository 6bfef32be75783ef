import { type Kysely, sql, type Transaction } from 'kysely';
import type { RecordingStore } from '../../../../../infrastructure/storage/recording-store.ts';
import { inTransaction } from '../../../../database/in-transaction.ts';
import type { Tables } from '../../../../database/tables/tables.ts';

/** Locks a recording, which must never be deleted while an activity is claiming it. */
const lock = (trx: Transaction<Tables>, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);

/**
 * Claims a recording for an activity. Only recordings without a claim are deleted.
 * @returns false when the recording does not exist
 */
export async function claimRecording(
  trx: Transaction<Tables>,
  { store, key, activityId, fetched }: { store: RecordingStore; key: string; activityId: string; fetched: boolean },
): Promise<boolean> {
  await lock(trx, key);
  if (!(await store.find(key))) return false;
  await trx
    .insertInto('convo_recordings')
    .values({ key, activity_id: activityId, fetched })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/**
 * Deletes the claims of an activity to fetched recordings. Claims to uploaded recordings remain, because the uploaded
 * file is the only copy.
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

/** Deletes recordings without a claim, in one transaction per recording. */
export async function deleteUnclaimed(
  db: Kysely<Tables>,
  store: RecordingStore,
  keys: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  for await (const key of keys) {
    await inTransaction(db, async (trx) => {
      await lock(trx, key);
      const claim = await trx.selectFrom('convo_recordings').select('key').where('key', '=', key).executeTakeFirst();
      if (!claim) await store.delete(key);
    });
  }
}

/** Deletes the recordings of activities whose processing failed, but not the activities. */
export async function deleteFailedRecordings(db: Kysely<Tables>, store: RecordingStore, before: Date): Promise<void> {
  const claims = await db
    .deleteFrom('convo_recordings')
    .using('convo_activities')
    .whereRef('convo_activities.id', '=', 'convo_recordings.activity_id')
    .where('convo_activities.processing_state', '=', 'failed')
    .where('convo_activities.updated_at', '<', before)
    .returning('convo_recordings.key')
    .execute();
  await deleteUnclaimed(
    db,
    store,
    claims.map(({ key }) => key),
  );
}
