import type { Db } from '../../database/open-database.ts';
import type { ProcessingQueue } from './processing/job-queue.ts';
import type { AddressRules } from './recordings/address-rules.ts';

/** Dependencies of the tool handlers. */
export interface ServiceContext {
  db: Db;
  /** The current time. Tool input with later times is rejected. */
  now: () => Date;
  /** Queues the processing of an upload, in the transaction that stores it. */
  queue: ProcessingQueue;
  /** Rules for the addresses of webhooks and recordings. */
  addressRules: AddressRules;
  /** Whether a recording URL is served by this program; such URLs are exempt from the address rules. */
  isOwnRecording: (url: string) => boolean;
}
