import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss';
import type { Logger } from 'pino';

export interface BossOptions {
  /** Connection options of pg-boss. */
  jobs: ConstructorOptions;
  log: Logger;
  /** Interval at which the queues look for lost jobs, in seconds. */
  supervise?: number | undefined;
}

const hour = 3600;
const defaultSupervise = 30;

/** Opens the job queues of the database. A process opens them once; every queue is defined on top of it. */
export const openBoss = ({ jobs, log, supervise = defaultSupervise }: BossOptions): Promise<PgBoss> =>
  start(log, {
    ...jobs,
    useListenNotify: true,
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
  });

/**
 * Opens the job queues for a command, which only adds jobs: it runs none and does not look for lost ones. A server that
 * runs on the same database starts the jobs as soon as they are committed.
 */
export const openSendingBoss = ({ jobs, log }: Omit<BossOptions, 'supervise'>): Promise<PgBoss> =>
  start(log, { ...jobs, useListenNotify: false, supervise: false });

async function start(log: Logger, options: ConstructorOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    ...options,
    schedule: false,
    // Intervals of pg-boss features that are not used here, long enough to cause no load.
    flowIntervalSeconds: hour,
    bamIntervalSeconds: hour,
  });
  boss.on('error', (err) => log.error({ err }, 'the job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  await boss.start();
  return boss;
}

export type QueueSettings = Pick<
  Queue,
  | 'deadLetter'
  | 'deleteAfterSeconds'
  | 'expireInSeconds'
  | 'heartbeatSeconds'
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
