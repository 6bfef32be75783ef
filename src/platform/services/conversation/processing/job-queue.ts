import { sql, type Transaction } from 'kysely';
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Tables } from '../../../database/tables/tables.ts';
import { defineQueue } from '../jobs/open-job-queues.ts';
import type { Attempt } from './process-recording.ts';

const queueName = 'conversation-processing';
/** Receives jobs whose process crashed during the last attempt. */
const deadLetterName = 'conversation-processing-lost';

const jobSchema = z.object({ activityId: z.string() });

export type ProcessingQueue = Pick<Awaited<ReturnType<typeof openJobQueue>>, 'enqueue'>;

export interface ProcessingJob {
  activityId: string;
  /** Organization of the activity. Organizations take turns. */
  organizationId: string;
}

/** `failed` counts the failed jobs that the queue has not deleted yet. */
export interface JobCounts {
  queued: number;
  active: number;
  failed: number;
}

interface JobQueueOptions {
  boss: PgBoss;
  work: (attempt: Attempt) => Promise<void>;
  /** Handles a job whose process crashed during the last attempt. */
  onLost: (activityId: string) => Promise<void>;
  timing?: Partial<JobTiming> | undefined;
}

/** Times in seconds. */
export interface JobTiming {
  /** Delay before the first retry; doubles with every further retry. */
  retryDelay: number;
  /** Time without a heartbeat after which another process starts the job again; at least 10. */
  heartbeat: number;
  /** Interval of finding crashed processes and counting jobs. */
  supervise: number;
  /** Interval of looking for due retries, at least 0.5. New jobs start without this delay. */
  poll: number;
}

const maxRetries = 3;
/** Maximum jobs that a process runs at once. `perOrganization` leaves room for the jobs of other organizations. */
const concurrency = { total: 6, perOrganization: 4 };
const defaultTiming = { retryDelay: 10, heartbeat: 30, poll: 5 };
const hourSeconds = 3600;

/** Opens the queue of processing jobs. Jobs start as soon as they are committed, and survive a restart. */
export async function openJobQueue({ boss, work, onLost, timing }: JobQueueOptions) {
  const { retryDelay, heartbeat, poll } = { ...defaultTiming, ...timing };
  // With `retryBackoff`, pg-boss would raise a delay of 0 to a second.
  const retries = { retryLimit: maxRetries, retryDelay, retryBackoff: retryDelay > 0 };
  await defineQueue(boss, deadLetterName, retries);
  await defineQueue(boss, queueName, {
    ...retries,
    deadLetter: deadLetterName,
    heartbeatSeconds: heartbeat,
    expireInSeconds: 12 * hourSeconds,
  });

  const stopping = new AbortController();
  const polling = { pollingIntervalSeconds: poll, notifyPollingIntervalSeconds: poll };
  const options = {
    ...polling,
    includeMetadata: true,
    localConcurrency: concurrency.total,
    localGroupConcurrency: concurrency.perOrganization,
  } as const;
  const processBatch = async (batch: readonly JobWithMetadata<unknown>[]) => {
    for (const { data, retryCount, groupId, priority } of batch) {
      const { activityId } = jobSchema.parse(data);
      try {
        await work({ activityId, isLast: retryCount >= maxRetries, signal: stopping.signal });
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
        // A shutdown must not count as a failed attempt.
        await boss.send(queueName, { activityId }, { priority, ...(groupId && { group: { id: groupId } }) });
      }
    }
  };
  /** Starts waiting jobs at once: the limit per organization may have held them back. */
  const wake = () => {
    for (const { id, name } of boss.getWipData()) if (name === queueName) boss.notifyWorker(id);
  };
  await boss.work(queueName, options, (batch) => processBatch(batch).finally(wake));
  await boss.work(deadLetterName, polling, async (batch) => {
    for (const { data } of batch) await onLost(jobSchema.parse(data).activityId);
  });

  return {
    /** The job exists if and only if the transaction commits. */
    async enqueue(trx: Transaction<Tables>, { activityId, organizationId }: ProcessingJob): Promise<void> {
      const priority = await nextPriority(trx, organizationId);
      await boss.send(queueName, { activityId }, { priority, group: { id: organizationId }, db: fromKysely(trx) });
    },
    /** Counts of jobs at the last supervision of the queue, equal in every process on the database. */
    async counts(): Promise<JobCounts> {
      const queue = await boss.getQueue(queueName);
      return { queued: queue?.queuedCount ?? 0, active: queue?.activeCount ?? 0, failed: queue?.failedCount ?? 0 };
    },
    /** Aborts running jobs, which the next process runs again. */
    async close(): Promise<void> {
      stopping.abort(new Error('The program is shutting down'));
      await Promise.all([queueName, deadLetterName].map((name) => boss.offWork(name, { wait: true })));
    },
  };
}

/**
 * The first waiting job of an organization gets the highest priority of all waiting jobs, and each later one a lower
 * priority, so organizations take turns in all processes (start-time fair queueing, Goyal et al., 1996). Uploads in
 * concurrent transactions can get the same priority.
 */
async function nextPriority(trx: Transaction<Tables>, organizationId: string): Promise<number> {
  // Job states are ordered: `created` and `retry` come before `active`.
  const waiting = sql`from pgboss.job where name = ${queueName} and state < 'active' and not blocked`;
  const { rows } = await sql<{ priority: number }>`
    select least(
      coalesce((select priority ${waiting} order by priority desc limit 1), 0),
      (select priority - 1 ${waiting} and group_id = ${organizationId} order by priority limit 1)
    ) as priority`.execute(trx);
  return rows[0]?.priority ?? 0;
}
