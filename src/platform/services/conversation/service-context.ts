import type { Db } from '../../database/open-database.ts';
import type { ProcessingQueue } from './processing/job-queue.ts';
import type { AddressRules } from './recordings/address-rules.ts';

/** Dependencies of the tool handlers. */
export interface ServiceContext {
  db: Db;
  /** The current time; times after it are rejected. */
  now: () => Date;
  /** Receives uploads, in the transaction of the upload. */
  queue: ProcessingQueue;
  /** Which addresses webhooks and recordings may have. */
  addressRules: AddressRules;
  /** Whether this program itself serves a recording URL, which is then exempt from the rules. */
  isOwnRecording: (url: string) => boolean;
}
