import type { ConstructorOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { invalidInput } from '../../../../tools/platform-error.ts';
import { isSpeech, recordingIssue } from '../../../../storage/recording-issue.ts';
import { claimRecording, sweepRecordings } from '../recordings/recording-claims.ts';
import { deleteFailedRecordings } from '../recordings/recording-retention.ts';
import type { StoredRecording } from '../../../../storage/recording-store.ts';
import { type JobQueue, type JobTiming, openJobQueue } from './job-queue.ts';
import { type Attempt, processRecording } from './process-recording.ts';
import type { ProcessingParts } from './processing-context.ts';
import { failProcessing } from './processing-state.ts';
import { RecordingError } from '../recordings/recording-error.ts';

export interface ProcessingOptions extends ProcessingParts {
  /** How the job queue reaches the database. */
  jobs: ConstructorOptions;
  log: Logger;
  /** How long a recording is kept after its processing failed. */
  retentionDays: number;
  timing?: Partial<JobTiming>;
}

/** An upload that nothing was made of for this long is not going to be used. */
const sweepAfterMs = 24 * 3_600_000;
const sweepEveryMs = 3_600_000;
const dayMs = 24 * 3_600_000;

/**
 * Processes what is uploaded in the background: durably, in this process or in another one on the same database. A
 * recording of our own is claimed in the transaction of the upload.
 */
export async function openProcessing(options: ProcessingOptions): Promise<JobQueue> {
  const { db, now, store, log, jobs, timing } = options;
  const queue = await openJobQueue({
    jobs,
    log,
    timing,
    work: (attempt) => processOrFail(options, attempt),
    onLost: (activityId) =>
      failProcessing(options, { activityId, reason: 'The processing was cut off several times.' }),
  });
  const sweep = async () => {
    const failedBefore = new Date(now().getTime() - options.retentionDays * dayMs);
    await deleteFailedRecordings(db, { store, before: failedBefore });
    await sweepRecordings(db, { store, before: new Date(Date.now() - sweepAfterMs) });
  };
  await sweep();
  const sweeping = setInterval(() => {
    sweep().catch((err: unknown) => log.error({ err }, 'recordings that nobody uses were not swept up'));
  }, sweepEveryMs);
  sweeping.unref();
  return {
    close: async () => {
      clearInterval(sweeping);
      await queue.close();
    },
    async enqueue(trx, job) {
      const { activityId } = job;
      const { recording_url: url } = await trx
        .selectFrom('convo_activities')
        .select('recording_url')
        .where('id', '=', activityId)
        .executeTakeFirstOrThrow();
      const key = url === null ? undefined : store.keyOf(url);
      if (key !== undefined) {
        const isThere = await claimRecording(trx, { store, key, activityId, fetched: false });
        const recording = isThere ? await store.find(key) : undefined;
        const message = recording ? hopeless(recording, options) : 'leads to a recording that is not there any more';
        if (message !== undefined) throw invalidInput([{ path: ['recordingUrl'], message }]);
      }
      await queue.enqueue(trx, job);
    },
  };
}

/** Why nothing can come of a stored recording: it is refused before its activity is created. */
function hopeless(recording: StoredRecording, { transcriber }: ProcessingParts): string | undefined {
  const { mediaType } = recording;
  const fault = recordingIssue(recording);
  if (fault !== undefined) return fault;
  return isSpeech(mediaType) && !transcriber
    ? `is ${mediaType}, and no transcriber is configured (TRANSCRIBER_URL)`
    : undefined;
}

/** Ends in a conversation or in a failure that its owner sees, unless it is worth another attempt. */
async function processOrFail(options: ProcessingOptions, attempt: Attempt): Promise<void> {
  const { activityId, isLast, signal } = attempt;
  try {
    await processRecording(options, attempt);
  } catch (error) {
    if (signal.aborted) throw error;
    const isFault = error instanceof RecordingError;
    options.log[isFault ? 'info' : 'error']({ err: error, activityId }, 'a recording was not processed');
    if (!isLast && (!isFault || error.isRetryable)) throw error;
    await failProcessing(options, {
      activityId,
      reason: isFault ? error.message : 'The processing failed unexpectedly.',
    });
  }
}
