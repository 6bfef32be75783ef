import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { openDatabaseClock } from '../../../database/database-clock.ts';
import type { OpenDatabase } from '../../../database/open-database.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { openDeliveryQueue } from '../jobs/delivery-queue.ts';
import { openSendingQueues } from '../jobs/open-job-queues.ts';
import type { EventCause } from './event-cause.ts';
import { type RecordedEvent, recordEvents } from './record-events.ts';

/** Records events in a command. Their deliveries start when a server runs on the database. */
export interface OpenEventRecorder {
  /** Records events in the transaction of their causes; see `recordEvents`. */
  record(trx: Transaction<Tables>, causes: readonly EventCause[]): Promise<RecordedEvent[]>;
  close(): Promise<void>;
}

export async function openEventRecorder(
  { db, jobs }: Pick<OpenDatabase, 'db' | 'jobs'>,
  { log }: { log: Logger },
): Promise<OpenEventRecorder> {
  const boss = await openSendingQueues({ jobs, log });
  const deliveries = await openDeliveryQueue(boss);
  const { now, close: closeClock } = await openDatabaseClock(db, { log });
  return {
    record: (trx, causes) => recordEvents(trx, causes, { deliveries, now }),
    async close() {
      closeClock();
      await boss.stop({ graceful: false });
    },
  };
}
