import { setTimeout } from 'node:timers/promises';
import { type Db, PgBoss, type Queue } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobOptions } from '../../../database/pools/pool.ts';
import { createRefusedConnections } from '../../../database/pools/refused-connections.ts';

interface BossOptions {
  jobs: JobOptions;
  log: Logger;
  /** Interval at which the queues look for lost jobs, in seconds. */
  supervise?: number | undefined;
  /**
   * Called with the name of a queue to which jobs were added that can start now, by any process. Workers of pg-boss need
   * no such call; it is for a worker that fetches jobs itself.
   */
  onJobs?: ((queueName: string) => void) | undefined;
}

const hour = 3600;
const defaultSupervise = 30;

/** How long a start waits for the connection that listens for new jobs. */
const maxListenerDelayMs = 1000;

/** Opens the job queues of the database. A process opens them once; every queue is defined on top of it. */
export async function openJobQueues({ jobs, log, supervise = defaultSupervise, onJobs }: BossOptions): Promise<PgBoss> {
  const { executeSql, ...options } = jobs;
  const boss = new PgBoss({
    ...options,
    // A copy, because `adaptListener` changes it.
    ...(options.db && { db: { ...options.db } }),
    useListenNotify: true,
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    schedule: false,
    // Intervals of pg-boss features that are not used here, long enough to cause no load.
    flowIntervalSeconds: hour,
    bamIntervalSeconds: hour,
  });
  boss.on('error', (err) => log.error({ err }, 'the job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  if (executeSql) boss.getDb().executeSql = executeSql;
  adaptListener(boss.getDb(), onJobs);
  await boss.start();
  return boss;
}

/**
 * Reports the notifications for which pg-boss listens, whose payload is the name of a queue. Lets the queues start, and
 * look for jobs at intervals, while the server refuses the connection that listens; pg-boss itself would never try again.
 */
function adaptListener(db: Db, onJobs: BossOptions['onJobs']): void {
  const listen = db.listen?.bind(db);
  if (!listen) return;
  db.listen = async (channel, onNotification, onReconnect) => {
    const closing = new AbortController();
    const notify = (queueName: string) => {
      onNotification(queueName);
      onJobs?.(queueName);
    };
    const listening = createRefusedConnections().connect(() => listen(channel, notify, onReconnect), {
      signal: closing.signal,
    });
    await Promise.race([listening, setTimeout(maxListenerDelayMs, undefined, { signal: closing.signal })]);
    return {
      close: async () => {
        closing.abort();
        await (await listening.catch(() => undefined))?.close();
      },
    };
  };
}

export type QueueSettings = Pick<
  Queue,
  | 'deadLetter'
  | 'deleteAfterSeconds'
  | 'expireInSeconds'
  | 'heartbeatSeconds'
  | 'retentionSeconds'
  | 'retryBackoff'
  | 'retryDelay'
  | 'retryDelayMax'
  | 'retryLimit'
>;

/** Creates a queue whose jobs start as soon as they are committed, or changes the settings of the existing one. */
export async function defineQueue(boss: PgBoss, name: string, settings: QueueSettings): Promise<void> {
  await boss.createQueue(name, { notify: true, ...settings });
  // Update the settings separately, because `createQueue` does not change an existing queue.
  await boss.updateQueue(name, settings);
  // Adding no job loads the settings of the queue now. Otherwise the first job would load them within the transaction of
  // its cause, which an embedded database cannot do: its only connection is in use.
  await boss.insert(name, []);
}
