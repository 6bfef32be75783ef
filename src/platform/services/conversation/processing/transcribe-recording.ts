import type { Readable } from 'node:stream';
import type { Transaction, UpdateObject } from 'kysely';
import {
  asTranscriptType,
  recordingIssue,
  type TranscriptType,
} from '../../../../infrastructure/storage/media-type.ts';
import type { StoredRecording } from '../../../../infrastructure/storage/recording-store.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import { AnalysisLimitError, RecordingError } from '../processing-error.ts';
import { type ProcessedActivity, type ProcessingContext, lockAttempt, updateWhileRunning } from './processing-state.ts';
import { guardedFetch } from './recordings/guarded-fetch.ts';
import { claimRecording } from './recordings/recording-claims.ts';
import type { TranscriptFault } from './transcription/read-transcript.ts';
import type { Transcript } from './transcription/transcript.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { type ParticipantRecord, storeParticipants } from '../store/store-activities.ts';
import { appendSegments, type SegmentRecord, storeOutputs } from '../store/store-outputs.ts';

/** Maximum size of a transcript, over a hundred hours of speech. A transcript is read into memory as a whole. */
const maxTranscriptBytes = 32 * 1024 * 1024;
const largeTranscriptBytes = 1024 * 1024;

const formatNames: Record<TranscriptType, string> = {
  'text/vtt': 'WebVTT',
  'application/x-subrip': 'SubRip',
  'application/json': 'JSON',
};

/**
 * Transcribes a recording, or reads an uploaded transcript. Returns at least one segment.
 * @throws RecordingError
 */
export async function transcribeRecording(
  context: ProcessingContext,
  { recording, ...activity }: ProcessedActivity & { recording: StoredRecording },
  { knownNames, signal }: { knownNames: readonly string[]; signal: AbortSignal },
): Promise<Transcript> {
  const { store, transcriber, thread } = context;
  const { key, size, mediaType } = recording;
  const issue = recordingIssue(recording);
  if (issue !== undefined) throw new RecordingError(`The recording ${issue}.`);
  const content = await store.open(key);
  if (!content) throw new RecordingError('The recording no longer exists.');
  try {
    const format = asTranscriptType(mediaType);
    if (format !== undefined) {
      const options = { organizationId: activity.organization_id, signal };
      return await readUploadedTranscript({ content, size, format }, (bytes) =>
        thread.readTranscript({ bytes, mediaType: format, knownNames }, options),
      );
    }
    if (!transcriber) {
      const message = 'No transcriber is configured for audio and video (TRANSCRIBER_URL).';
      throw new RecordingError(`${message} The recording is ${mediaType}.`);
    }
    const { language } = activity;
    const transcript = await transcriber({ content, size, mediaType }, { language, signal });
    if (transcript.segments.length > 0) return transcript;
    throw new RecordingError('The transcriber found no speech in the recording.');
  } finally {
    content.destroy();
  }
}

/** Whether a recording is a transcript of more than about ten hours of speech, which takes much memory to read. */
export const isLargeTranscript = ({ size, mediaType }: StoredRecording) =>
  asTranscriptType(mediaType) !== undefined && size > largeTranscriptBytes;

export async function findClaimedRecording(
  { db, store }: ProcessingContext,
  activityId: string,
): Promise<StoredRecording | undefined> {
  const claims = await db.selectFrom('convo_recordings').select('key').where('activity_id', '=', activityId).execute();
  for (const { key } of claims) {
    const stored = await store.find(key);
    if (stored) return stored;
  }
  return undefined;
}

/**
 * Fetches the recording from its address, stores and claims it.
 * @throws RecordingError, also for an address of the store itself: `findClaimedRecording` has not found its file
 */
export async function fetchRecording(
  { db, store, addressRules, recordings, network }: ProcessingContext,
  { id: activityId, recording_url: url }: ProcessedActivity,
  signal: AbortSignal,
): Promise<StoredRecording> {
  if (store.keyOf(url) !== undefined) throw new RecordingError('The recording no longer exists.');
  const options = { rules: addressRules, maxBytes: recordings.maxBytes, signal, ...network };
  const { content, ...hints } = await guardedFetch(url, options);
  const stored = await store.put(content, hints);
  await inTransaction(db, (trx) => claimRecording(trx, { store, key: stored.key, activityId, fetched: true }));
  return stored;
}

async function readUploadedTranscript(
  { content, size, format }: { content: Readable; size: number; format: TranscriptType },
  read: (bytes: Uint8Array<ArrayBuffer>) => Promise<Transcript | TranscriptFault>,
): Promise<Transcript> {
  const name = formatNames[format];
  if (size > maxTranscriptBytes) {
    throw new RecordingError(`The ${name} transcript has more than ${maxTranscriptBytes} bytes.`);
  }
  const transcript = await read(await bytesOf(content, size)).catch((cause: unknown) => {
    if (!(cause instanceof AnalysisLimitError)) throw cause;
    throw new RecordingError(`The ${name} transcript cannot be read: ${cause.message}`, { cause });
  });
  if ('fault' in transcript) throw new RecordingError(`The ${name} file ${transcript.fault}.`);
  if (transcript.segments.length > 0) return transcript;
  const { skippedCues } = transcript;
  const unread = skippedCues > 0 ? `; cues that could not be read: ${skippedCues}` : '';
  throw new RecordingError(`The ${name} transcript contains no speech${unread}.`);
}

/** Unlike Node's `buffer`, collects no list of chunks, which would double the memory. */
async function bytesOf(content: Readable, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for await (const chunk of content) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Number of segments in a portion. Other calls to an embedded database wait while a portion is stored. */
const portionSize = 500;

interface StoredTranscript {
  participants: ParticipantRecord[];
  /** Segments in the order of their start. */
  segments: SegmentRecord[];
  change: UpdateObject<Tables, 'convo_activities'>;
}

/**
 * Stores the segments in portions until another attempt sets `updated_at`. Callers see them after the last portion.
 * @returns false if the processing has ended or another attempt has begun
 */
export async function storeTranscript(
  { db, now }: ProcessingContext,
  { id }: { id: string },
  { participants, segments, change }: StoredTranscript,
): Promise<boolean> {
  const begunAt = now();
  const isBegun = await inTransaction(db, async (trx) => {
    if (!(await updateWhileRunning(trx, id, { updated_at: begunAt }))) return false;
    await storeParticipants(trx, [{ activity_id: id, participants }]);
    await storeOutputs(trx, [{ activity_id: id, segments: [] }]);
    return true;
  });
  const inAttempt = (work: (trx: Transaction<Tables>) => Promise<unknown>) =>
    inTransaction(db, async (trx) => {
      const isCurrent = await lockAttempt(trx, id, begunAt);
      if (isCurrent) await work(trx);
      return isCurrent;
    });
  let isCurrent = isBegun;
  for (let from = 0; isCurrent && from < segments.length; from += portionSize) {
    const portion = { segments: segments.slice(from, from + portionSize), from };
    isCurrent = await inAttempt((trx) => appendSegments(trx, id, portion));
  }
  return isCurrent && inAttempt((trx) => updateWhileRunning(trx, id, { ...change, updated_at: now() }));
}
