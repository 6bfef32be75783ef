import type { Kysely } from 'kysely';
import type { Changes } from '../../../../infrastructure/event-stream/event-feed.ts';
import type { RecordingStore } from '../../../../infrastructure/storage/recording-store.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import type { AnalysisThread } from './analysis-thread.ts';
import type { Analyst } from '../analysis/chat-analyst.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { AddressRules } from '../network/address-rules.ts';
import type { FetchNetwork } from './recordings/guarded-fetch.ts';
import type { Transcriber } from './transcription/transcript.ts';

/** Dependencies of the processing of recordings. */
export interface ProcessingContext {
  db: Kysely<Tables>;
  now: () => Date;
  store: RecordingStore;
  /** Receives a hint after every change of a processing state and after every event. */
  changes: Pick<Changes, 'publish'>;
  /** Maximum size of a fetched recording, in bytes. */
  maxRecordingBytes: number;
  /** Rules for the addresses from which recordings may be fetched. */
  addressRules: AddressRules;
  /** Transcribes audio and video recordings, which are rejected if there is no transcriber. */
  transcriber?: Transcriber | undefined;
  /** Worker thread that reads and analyses transcripts. */
  thread: AnalysisThread;
  /** Writes summaries and action items instead of the embedded analysis. */
  analyst?: Analyst | undefined;
  /** Notifies hosts when processing ends; omitted if there is no mail server. */
  mails?: Pick<MailQueue, 'enqueue'> | undefined;
  /** Overrides the address check, DNS resolution and timeouts of fetches. */
  network?: FetchNetwork;
}
