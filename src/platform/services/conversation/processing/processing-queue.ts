import type { Transaction } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';

export interface ProcessingJob {
  activityId: string;
}

/** Takes uploaded activities that wait to be transcribed and analysed. */
export interface ProcessingQueue {
  /** Puts a job into the queue as part of a transaction: it is there when, and only when, the transaction commits. */
  enqueue(trx: Transaction<Tables>, job: ProcessingJob): Promise<void>;
}
