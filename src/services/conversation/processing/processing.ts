import type { ConstructorOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { invalidInput } from '../../../tools/tool-failure.ts';
import { claimRecording, sweepRecordings } from '../../recordings/recording-claims.ts';
import { type JobQueue, type JobTiming, openJobQueue } from './job-queue.ts';
import { type Attempt, processRecording } from './process-recording.ts';
import type { ProcessingParts } from './processing-parts.ts';
import { failProcessing } from './processing-state.ts';
import { RecordingFault } from './recording-fault.ts';

export interface ProcessingOptions extends ProcessingParts {
  /** How the job queue reaches the database. */
  jobs: ConstructorOptions;
  log: Logger;
  timing?: Partial<JobTiming>;
}

/** An upload that nothing was made of for this long is not going to be used. */
const sweepAfterMs = 24 * 3_600_000;

/**
 * Processes what is uploaded in the background: durably, in this process or in another one on the same database. A
 * recording of our own is claimed in the transaction of the upload.
 */
export async function openProcessing(options: ProcessingOptions): Promise<JobQueue> {
  const { db, store, log, jobs, timing } = options;
  const queue = await openJobQueue({
    jobs,
    log,
    timing,
    work: (attempt) => processOrFail(options, attempt),
    onLost: (activityId) =>
      failProcessing(options, { activityId, reason: 'The processing was cut off several times.' }),
  });
  await sweepRecordings(db, { store, before: new Date(Date.now() - sweepAfterMs) });
  return {
    close: queue.close,
    async enqueue(trx, job) {
      const { activityId } = job;
      const { recording_url: url } = await trx
        .selectFrom('convo_activities')
        .select('recording_url')
        .where('id', '=', activityId)
        .executeTakeFirstOrThrow();
      const key = url === null ? undefined : store.keyOf(url);
      if (key !== undefined && !(await claimRecording(trx, { store, key, activityId }))) {
        throw invalidInput([{ path: ['recordingUrl'], message: 'leads to a recording that is not there any more' }]);
      }
      await queue.enqueue(trx, job);
    },
  };
}

/** Ends in a conversation or in a failure that its owner sees, unless it is worth another attempt. */
async function processOrFail(options: ProcessingOptions, attempt: Attempt): Promise<void> {
  const { activityId, isLast, signal } = attempt;
  try {
    await processRecording(options, attempt);
  } catch (error) {
    if (signal.aborted) throw error;
    const isFault = error instanceof RecordingFault;
    options.log[isFault ? 'info' : 'error']({ err: error, activityId }, 'a recording was not processed');
    if (!isLast && (!isFault || error.isRetryable)) throw error;
    await failProcessing(options, {
      activityId,
      reason: isFault ? error.message : 'The processing failed unexpectedly.',
    });
  }
}
