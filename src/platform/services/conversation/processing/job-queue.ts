import type { Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Tables } from '../../../database/tables/tables.ts';
import { defineQueue } from '../jobs/open-boss.ts';
import type { Attempt } from './process-recording.ts';

const queueName = 'conversation-processing';
/**
 * Dead-letter queue. It receives jobs whose process crashed during the last attempt, before it could report the
 * failure.
 */
const deadLetterName = 'conversation-processing-lost';

const jobSchema = z.object({ activityId: z.string() });

/** Queue of uploaded activities that wait for processing. */
export interface ProcessingQueue {
  /** Adds a job as part of the transaction `trx`; the job exists if and only if the transaction commits. */
  enqueue(trx: Transaction<Tables>, job: { activityId: string }): Promise<void>;
}

/** The number of jobs by state; failed ones are those that the queue has not deleted yet. */
export interface JobCounts {
  queued: number;
  active: number;
  failed: number;
}

export interface JobQueue extends ProcessingQueue {
  /** Returns the counts of the queue's last supervision, which are the same in every process on the database. */
  counts(): Promise<JobCounts>;
  /** Aborts running jobs and waits until they have stopped. The next process runs the aborted jobs again. */
  close(): Promise<void>;
}

export interface JobQueueOptions {
  boss: PgBoss;
  work: (attempt: Attempt) => Promise<void>;
  /** Called for jobs whose process crashed during the last attempt. */
  onLost: (activityId: string) => Promise<void>;
  timing?: Partial<JobTiming> | undefined;
}

/** Time settings of the job queue, in seconds. */
export interface JobTiming {
  /** Delay before the first retry; it doubles with every further retry. */
  retryDelay: number;
  /** After this long without a heartbeat, a job counts as lost, and another process starts it again; at least 10. */
  heartbeat: number;
  /** Interval at which the queues look for lost jobs. */
  supervise: number;
  /**
   * Interval at which the queue looks for jobs that are due for a retry; at least 0.5. New jobs start without this
   * delay.
   */
  poll: number;
}

const maxRetries = 3;
/**
 * Number of jobs that a process runs at the same time. Jobs spend most of their time waiting for downloads and
 * transcribers.
 */
const concurrency = 4;
const defaultTiming = { retryDelay: 10, heartbeat: 30, poll: 5 };
const hour = 3600;

/** Opens a durable job queue. Jobs start as soon as they are committed and survive a restart. */
export async function openJobQueue({ boss, work, onLost, timing }: JobQueueOptions): Promise<JobQueue> {
  const { retryDelay, heartbeat, poll } = { ...defaultTiming, ...timing };
  const retries = { retryLimit: maxRetries, retryDelay, retryBackoff: retryDelay > 0 };
  await defineQueue(boss, deadLetterName, retries);
  await defineQueue(boss, queueName, {
    ...retries,
    deadLetter: deadLetterName,
    heartbeatSeconds: heartbeat,
    expireInSeconds: 12 * hour,
  });

  const stopping = new AbortController();
  const polling = { pollingIntervalSeconds: poll, notifyPollingIntervalSeconds: poll };
  const options = { ...polling, includeMetadata: true } as const;
  const processBatch = async (batch: readonly { data: unknown; retryCount: number }[]) => {
    for (const { data, retryCount } of batch) {
      const { activityId } = jobSchema.parse(data);
      try {
        await work({ activityId, isLast: retryCount >= maxRetries, signal: stopping.signal });
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
        // Queue the job again, because a shutdown must not count as a failed attempt.
        await boss.send(queueName, { activityId });
      }
    }
  };
  for (let count = 0; count < concurrency; count += 1) {
    const worker: string = await boss.work(queueName, options, (batch) =>
      // Look for the next job immediately instead of waiting for the next poll.
      processBatch(batch).finally(() => boss.notifyWorker(worker)),
    );
  }
  await boss.work(deadLetterName, polling, async (batch) => {
    for (const { data } of batch) await onLost(jobSchema.parse(data).activityId);
  });

  return {
    async enqueue(trx, { activityId }) {
      await boss.send(queueName, { activityId }, { db: fromKysely(trx) });
    },
    async counts() {
      const queue = await boss.getQueue(queueName);
      return { queued: queue?.queuedCount ?? 0, active: queue?.activeCount ?? 0, failed: queue?.failedCount ?? 0 };
    },
    async close() {
      stopping.abort(new Error('The program is shutting down'));
      await Promise.all([queueName, deadLetterName].map((name) => boss.offWork(name, { wait: true })));
    },
  };
}
