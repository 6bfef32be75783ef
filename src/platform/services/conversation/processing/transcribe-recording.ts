import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StoredRecording } from '../../../../infrastructure/storage/recording-store.ts';
import {
  asTranscriptType,
  recordingIssue,
  type TranscriptType,
} from '../../../../infrastructure/storage/media-type.ts';
import type { AnalysisThread } from './analysis-thread.ts';
import type { ProcessingContext } from './processing-context.ts';
import { AnalysisLimitError, RecordingError } from '../analysis/processing-error.ts';
import type { Transcript } from './transcription/transcript.ts';

/**
 * Maximum size of an uploaded transcript: about a hundred hours of speech. Unlike audio and video, a transcript is read
 * into memory as a whole.
 */
const maxTranscriptBytes = 32 * 1024 * 1024;

const formatNames: Record<TranscriptType, string> = {
  'text/vtt': 'WebVTT',
  'application/x-subrip': 'SubRip',
  'application/json': 'JSON',
};

export interface TranscribeOptions {
  /** The organization that uploaded the recording. */
  organizationId: string;
  /** Locale such as en_GB; null if unknown. */
  language: string | null;
  knownNames: readonly string[];
  signal: AbortSignal;
}

/**
 * Transcribes audio or video, or reads an uploaded transcript. Returns at least one segment.
 * @throws RecordingError
 */
export async function transcribeRecording(
  { store, transcriber, thread }: Pick<ProcessingContext, 'store' | 'transcriber' | 'thread'>,
  recording: StoredRecording,
  { organizationId, language, knownNames, signal }: TranscribeOptions,
): Promise<Transcript> {
  const { key, size, mediaType } = recording;
  const issue = recordingIssue(recording);
  if (issue !== undefined) throw new RecordingError(`The recording ${issue}.`);
  const content = await store.open(key);
  if (!content) throw new RecordingError('The recording no longer exists.');
  try {
    const format = asTranscriptType(mediaType);
    if (format !== undefined)
      return await readUploaded(thread, { content, size, format, organizationId, knownNames, signal });
    if (!transcriber) {
      const message = 'No transcriber is configured for audio and video (TRANSCRIBER_URL).';
      throw new RecordingError(`${message} The recording is ${mediaType}.`);
    }
    const transcript = await transcriber.transcribe({ content, size, mediaType }, { language, signal });
    if (transcript.segments.length > 0) return transcript;
    throw new RecordingError('The transcriber found no speech in the recording.');
  } finally {
    content.destroy();
  }
}

interface UploadedTranscript extends Omit<TranscribeOptions, 'language'> {
  content: Readable;
  size: number;
  format: TranscriptType;
}

async function readUploaded(
  thread: AnalysisThread,
  { content, size, format, organizationId, knownNames, signal }: UploadedTranscript,
): Promise<Transcript> {
  const name = formatNames[format];
  if (size > maxTranscriptBytes) {
    throw new RecordingError(`The ${name} transcript has more than ${maxTranscriptBytes} bytes.`);
  }
  const bytes = await buffer(content);
  const file = { bytes, mediaType: format, knownNames };
  const transcript = await thread.readTranscript(file, { organizationId, signal }).catch((cause: unknown) => {
    if (!(cause instanceof AnalysisLimitError)) throw cause;
    throw new RecordingError(`The ${name} transcript cannot be read: ${cause.message}`, { cause });
  });
  if ('fault' in transcript) throw new RecordingError(`The ${name} file ${transcript.fault}.`);
  if (transcript.segments.length > 0) return transcript;
  throw new RecordingError(`The ${name} transcript has no readable cue; ${transcript.skippedCues} could not be read.`);
}
