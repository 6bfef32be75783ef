import { type ConstructorOptions, fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ProcessingQueue } from './processing-queue.ts';
import type { Attempt } from './process-recording.ts';

const queueName = 'conversation-processing';
/** Jobs whose process died at their last attempt: nobody else is left to say that they failed. */
const lostName = 'conversation-processing-lost';

const jobSchema = z.object({ activityId: z.string() });

export interface JobQueueOptions {
  /** How pg-boss reaches the database. */
  jobs: ConstructorOptions;
  log: Logger;
  work: (attempt: Attempt) => Promise<void>;
  /** Told of jobs that were lost at the last attempt. */
  onLost: (activityId: string) => Promise<void>;
  /** Times in seconds. */
  timing?: Partial<JobTiming> | undefined;
}

export interface JobTiming {
  /** Before a job is tried again; twice as long each further time. */
  retryDelay: number;
  /** A job whose process has not been heard of for this long is given to another; at least 10. */
  heartbeat: number;
  /** How often it is looked for such jobs. */
  supervise: number;
  /** How often it is looked for jobs whose delay is over; new ones are told at once. At least 0.5. */
  poll: number;
}

const mostRetries = 3;
/** Most of the time is spent waiting for senders and transcribers. */
const concurrency = 4;
const defaultTiming: JobTiming = { retryDelay: 10, heartbeat: 30, supervise: 30, poll: 5 };
const hours = 3600;

export interface JobQueue extends ProcessingQueue {
  /** Ends the work in progress and waits for it; what was not finished goes on at the next start. */
  close(): Promise<void>;
}

/** Durable jobs in the database. They begin as soon as they are committed and outlive the process. */
export async function openJobQueue({ jobs, log, work, onLost, timing }: JobQueueOptions): Promise<JobQueue> {
  const { retryDelay, heartbeat, supervise, poll } = { ...defaultTiming, ...timing };
  const boss = new PgBoss({
    ...jobs,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    // Features that this queue does not use look for their work this seldom.
    flowIntervalSeconds: hours,
    bamIntervalSeconds: hours,
  });
  boss.on('error', (err) => log.error({ err }, 'the job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
  await boss.start();
  const retries = { retryLimit: mostRetries, retryDelay, retryBackoff: retryDelay > 0 };
  await boss.createQueue(lostName, { notify: true, ...retries });
  await boss.createQueue(queueName, { notify: true, deadLetter: lostName });
  // Creating one that exists leaves it as it was.
  const settings = { ...retries, deadLetter: lostName, heartbeatSeconds: heartbeat, expireInSeconds: 12 * hours };
  await boss.updateQueue(queueName, settings);

  const stopping = new AbortController();
  const polling = { pollingIntervalSeconds: poll, notifyPollingIntervalSeconds: poll };
  const options = { ...polling, includeMetadata: true } as const;
  const processBatch = async (batch: readonly { data: unknown; retryCount: number }[]) => {
    for (const { data, retryCount } of batch) {
      const { activityId } = jobSchema.parse(data);
      try {
        await work({ activityId, isLast: retryCount >= mostRetries, signal: stopping.signal });
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
        // A stop of the program is no failed attempt: the job begins anew.
        await boss.send(queueName, { activityId });
      }
    }
  };
  for (let count = 0; count < concurrency; count += 1) {
    const worker: string = await boss.work(queueName, options, (batch) =>
      // A worker that has finished a job looks for the next one at once instead of sleeping out its poll.
      processBatch(batch).finally(() => boss.notifyWorker(worker)),
    );
  }
  await boss.work(lostName, polling, async (batch) => {
    for (const { data } of batch) await onLost(jobSchema.parse(data).activityId);
  });
  // What a process left behind that died a while ago is taken up at once.
  await boss.supervise();

  return {
    async enqueue(trx, { activityId }) {
      await boss.send(queueName, { activityId }, { db: fromKysely(trx) });
    },
    async close() {
      stopping.abort(new Error('The program is stopping'));
      await Promise.all([queueName, lostName].map((name) => boss.offWork(name, { wait: true })));
      await boss.stop();
    },
  };
}
