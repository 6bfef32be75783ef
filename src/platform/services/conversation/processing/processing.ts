import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { createFairQueue } from '../../../../infrastructure/fairness/fair-queue.ts';
import { isDiskFull } from '../../../../infrastructure/storage/disk-full.ts';
import { isSpeech, recordingIssue } from '../../../../infrastructure/storage/media-type.ts';
import type { StoredRecording } from '../../../../infrastructure/storage/recording-store.ts';
import { invalidInput } from '../../../../tools/errors/platform-error.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { claimRecording, deleteFailedRecordings, deleteUnclaimed } from './recordings/recording-claims.ts';
import { RecordingError } from '../processing-error.ts';
import { type JobTiming, openJobQueue, type ProcessingJob } from './job-queue.ts';
import { type Attempt, processRecording } from './process-recording.ts';
import { failProcessing, type ProcessingContext } from './processing-state.ts';

export interface ProcessingOptions extends Omit<ProcessingContext, 'largeTranscripts'> {
  boss: PgBoss;
  log: Logger;
  timing?: Partial<JobTiming>;
}

const spaceRetryMs = 2_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An uploaded file that no activity has claimed is deleted after this time. */
const sweepAfterMs = dayMs;

/** Starts processing uploads and deleting unused recordings. `enqueue` also claims a recording in `store`. */
export async function openProcessing(options: ProcessingOptions) {
  const { db, now, store, recordings, log, boss, timing } = options;
  const context = { ...options, largeTranscripts: createFairQueue({ maxRunning: 1 }) };
  const queue = await openJobQueue({
    boss,
    timing,
    work: (attempt) => processOrFail(context, attempt),
    onLost: (activityId) =>
      failProcessing(context, { activityId, reason: 'The processing was interrupted several times.' }),
  });
  const sweep = async () => {
    await deleteFailedRecordings(db, store, new Date(now().getTime() - recordings.retentionDays * dayMs));
    // The file system dates files, so `now` does not apply.
    await deleteUnclaimed(db, store, store.storedBefore(new Date(Date.now() - sweepAfterMs)));
  };
  await sweep();
  const sweeping = setInterval(() => {
    sweep().catch((err: unknown) => log.error({ err }, 'could not delete unused recordings'));
  }, hourMs);
  sweeping.unref();
  return {
    async enqueue(trx: Transaction<Tables>, job: ProcessingJob): Promise<void> {
      const { activityId } = job;
      const { recording_url: url } = await trx
        .selectFrom('convo_activities')
        .select('recording_url')
        .where('id', '=', activityId)
        .executeTakeFirstOrThrow();
      const key = url === null ? undefined : store.keyOf(url);
      if (key !== undefined) {
        const exists = await claimRecording(trx, { store, key, activityId, fetched: false });
        const recording = exists ? await store.find(key) : undefined;
        const message = recording
          ? unprocessableReason(recording, options)
          : 'refers to a recording that no longer exists';
        if (message !== undefined) throw invalidInput([{ path: ['recordingUrl'], message }]);
      }
      await queue.enqueue(trx, job);
    },
    counts: queue.counts,
    async close(): Promise<void> {
      clearInterval(sweeping);
      await queue.close();
    },
  };
}

/** Returns why a recording cannot be processed; undefined if it can. */
function unprocessableReason(recording: StoredRecording, { transcriber }: ProcessingOptions): string | undefined {
  const { mediaType } = recording;
  const needsTranscriber = isSpeech(mediaType) && !transcriber;
  return (
    recordingIssue(recording) ??
    (needsTranscriber ? `is ${mediaType}, and no transcriber is configured (TRANSCRIBER_URL)` : undefined)
  );
}

/** Processes a recording. Rethrows an error if another attempt may succeed; otherwise stores the reason. */
async function processOrFail(
  context: ProcessingContext & Pick<ProcessingOptions, 'log'>,
  attempt: Attempt,
): Promise<void> {
  const { activityId, isLast, signal } = attempt;
  try {
    await processWithSpace(context, attempt);
  } catch (error) {
    if (signal.aborted) throw error;
    const isExpected = error instanceof RecordingError;
    context.log[isExpected ? 'info' : 'error']({ err: error, activityId }, 'a recording was not processed');
    if (!isLast && (!isExpected || error.isRetryable)) throw error;
    await failProcessing(context, {
      activityId,
      reason: isExpected ? error.message : 'The processing failed unexpectedly.',
    });
  }
}

/** Waits for space on a full disk in short intervals, because the delays between attempts grow to minutes. */
async function processWithSpace(
  context: ProcessingContext & Pick<ProcessingOptions, 'log'>,
  attempt: Attempt,
): Promise<void> {
  const { activityId, signal } = attempt;
  for (;;) {
    try {
      return await processRecording(context, attempt);
    } catch (err) {
      if (!isDiskFull(err)) throw err;
      context.log.warn({ err, activityId }, 'a recording waits for disk space');
      await wait(spaceRetryMs, undefined, { signal });
    }
  }
}
