import { inTransaction } from '../../../database/in-transaction.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';
import type { RecordingStore } from '../../../../storage/recording-store.ts';

/** Whoever claims or releases a recording waits for the other: it is never deleted while it is being claimed. */
const lock = (trx: Transaction<Tables>, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);

/**
 * Ties a stored recording to an activity, as part of a transaction.
 * @returns false when the recording is not there
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

/** Deletes a recording that no activity has claimed. */
export async function deleteUnclaimed(
  db: Kysely<Tables>,
  { store, key }: { store: RecordingStore; key: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lock(trx, key);
    const claim = await trx.selectFrom('convo_recordings').select('key').where('key', '=', key).executeTakeFirst();
    if (!claim) await store.delete(key);
  });
}

/** Deletes what was stored before a time and never claimed: uploads and fetches that a stop of the program cut off. */
export async function sweepRecordings(
  db: Kysely<Tables>,
  { store, before }: { store: RecordingStore; before: Date },
): Promise<void> {
  for await (const key of store.storedBefore(before)) await deleteUnclaimed(db, { store, key });
}
