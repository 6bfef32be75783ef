import type { Changes } from '../../../../infrastructure/event-stream/event-feed.ts';
import type { Db } from '../../../database/open-database.ts';
import type { ProcessingQueue } from '../processing/job-queue.ts';
import type { AddressRules } from '../network/address-rules.ts';

/** Dependencies of the handlers of this folder. */
export interface ActivityContext {
  db: Db;
  /** Returns the current time. Tool input with later times is rejected. */
  now: () => Date;
  /** Queues uploads for processing, in the transaction that stores them. */
  queue: ProcessingQueue;
  /** Receives a hint after every upload. */
  changes: Pick<Changes, 'publish'>;
  /** Rules for the addresses of recordings. */
  addressRules: AddressRules;
  /** Whether a recording URL is served by this program; such URLs are exempt from the address rules. */
  isOwnRecording: (url: string) => boolean;
  /** Whether hosts can be notified by mail when processing ends. */
  sendsMail: boolean;
}
