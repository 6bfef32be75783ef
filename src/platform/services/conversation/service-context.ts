import type { Db } from '../../database/open-database.ts';
import type { AddressRules } from './recordings/address-rules.ts';
import type { ProcessingQueue } from './processing/processing-queue.ts';

/** What every handler of the conversation service works with. */
export interface ConversationParts {
  db: Db;
  now: () => Date;
  queue: ProcessingQueue;
  addressRules: AddressRules;
  isOwnRecording: (url: string) => boolean;
}
