import { setTimeout } from 'node:timers/promises';
import { type Db, PgBoss, type Queue } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobOptions } from '../../../database/pools/pool.ts';
import { isConnectionLost, isOutOfConnections } from '../../../database/sql-state.ts';

interface BossOptions {
  jobs: JobOptions;
  log: Logger;
  /** Interval of supervision, in seconds. */
  supervise?: number | undefined;
  /** Receives the name of each queue to which a process has added jobs that can start now. */
  onJobs?: ((queueName: string) => void) | undefined;
}

const hourSeconds = 3600;
const defaultSupervise = 30;

const listenRetryMs = 1000;

/** Opens the job queues. Call this function once per process. */
export async function openJobQueues({ jobs, log, supervise = defaultSupervise, onJobs }: BossOptions): Promise<PgBoss> {
  const { executeSql, ...options } = jobs;
  const boss = new PgBoss({
    ...options,
    // Copy the object, because `adaptListener` changes it.
    ...(options.db && { db: { ...options.db } }),
    useListenNotify: true,
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    schedule: false,
    // Long intervals, because these features of pg-boss are not used here.
    flowIntervalSeconds: hourSeconds,
    bamIntervalSeconds: hourSeconds,
  });
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue reported a warning'));
  if (executeSql) boss.getDb().executeSql = executeSql;
  logErrors(boss, log);
  adaptListener(boss.getDb(), onJobs);
  await boss.start();
  return boss;
}

/** Logs the begin and the end of an outage, not each error: every queue asks the database every few seconds. */
function logErrors(boss: PgBoss, log: Logger): void {
  const db = boss.getDb();
  const executeSql = db.executeSql.bind(db);
  let isOutage = false;
  boss.on('error', (err) => {
    if (!isConnectionLost(err) && !isOutOfConnections(err)) return log.error({ err }, 'the job queue failed');
    if (!isOutage) log.warn({ err }, 'the job queue cannot reach the database');
    isOutage = true;
  });
  db.executeSql = async (text, values) => {
    const result = await executeSql(text, values);
    if (isOutage) log.info('the job queue reaches the database again');
    isOutage = false;
    return result;
  };
}

/** Repeats `listen` while the server has too many connections; pg-boss itself would continue without notifications. */
function adaptListener(db: Db, onJobs: BossOptions['onJobs']): void {
  const listen = db.listen?.bind(db);
  if (!listen) return;
  db.listen = async (channel, onNotification, onReconnect) => {
    const notify = (queueName: string) => {
      onNotification(queueName);
      onJobs?.(queueName);
    };
    for (;;) {
      try {
        return await listen(channel, notify, onReconnect);
      } catch (error) {
        if (!isOutOfConnections(error)) throw error;
        await setTimeout(listenRetryMs);
      }
    }
  };
}

type QueueSettings = Pick<
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

/** Creates a queue, or changes the settings of an existing queue. Jobs start as soon as they are committed. */
export async function defineQueue(boss: PgBoss, name: string, settings: QueueSettings): Promise<void> {
  await boss.createQueue(name, { notify: true, ...settings });
  // `createQueue` does not change an existing queue.
  await boss.updateQueue(name, settings);
  // Load the settings of the queue now. The first job would load them within the transaction that adds the job: an
  // embedded database cannot do this, because the transaction uses its only connection.
  await boss.insert(name, []);
}
