import type { Changes } from '../../../infrastructure/event-stream/event-feed.ts';
import type { Db } from '../../database/open-database.ts';
import type { ProcessingQueue } from './processing/job-queue.ts';
import type { AddressRules } from './network/address-rules.ts';
import type { SecretVault } from './webhooks/signing-secret.ts';

/** Dependencies of the tool handlers. */
export interface ServiceContext {
  db: Db;
  /** Returns the current time. Tool input with later times is rejected. */
  now: () => Date;
  /** Queues uploads for processing, in the transaction that stores them. */
  queue: ProcessingQueue;
  /** Receives a hint after every upload. */
  changes: Pick<Changes, 'publish'>;
  /** Rules for the addresses of webhooks and recordings. */
  addressRules: AddressRules;
  /** Whether a recording URL is served by this program; such URLs are exempt from the address rules. */
  isOwnRecording: (url: string) => boolean;
  /** Encrypts the secrets of new webhooks. Without it, webhooks are created without one. */
  vault?: SecretVault | undefined;
  /** Whether hosts can be notified by mail when processing ends. */
  sendsMail: boolean;
}
