import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';
import type { RecordingStore } from '../../../../storage/recording-store.ts';
import type { AddressRules } from '../recordings/address-rules.ts';
import type { AnalysisThread } from '../analysis/analysis-thread.ts';
import type { Analyst } from '../analysis/analyst/analyst.ts';
import type { AddressPolicy, ResolveName } from '../recordings/checked-lookup.ts';
import type { Transcriber } from '../transcription/transcriber.ts';

/** What the processing of recordings works with. */
export interface ProcessingParts {
  db: Kysely<Tables>;
  now: () => Date;
  store: RecordingStore;
  /** Larger recordings are not fetched. */
  maxRecordingBytes: number;
  /** Which addresses recordings may be fetched from. */
  addressRules: AddressRules;
  /** Turns audio and video into text; without one they are refused. */
  transcriber?: Transcriber | undefined;
  /** Where transcripts are read and analysed. */
  thread: AnalysisThread;
  /** Writes summaries and action items in place of the embedded analysis. */
  analyst?: Analyst | undefined;
  /** In the place of what the rules allow, and of the system's names. */
  network?: { allows?: AddressPolicy; resolve?: ResolveName; idleMs?: number; totalMs?: number };
}
