import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StoredRecording } from '../../../../storage/recording-store.ts';
import { recordingIssue } from '../../../../storage/recording-issue.ts';
import { asTranscriptType, type TranscriptType } from '../../../../storage/transcript-types.ts';
import type { AnalysisThread } from '../analysis/analysis-thread.ts';
import { formatName } from './read-transcript.ts';
import type { Transcript } from './transcript.ts';
import type { ProcessingParts } from '../processing/processing-context.ts';
import { RecordingError } from '../recordings/recording-error.ts';

/** A hundred hours of speech; a transcript, unlike a recording, is read into memory. */
const mostTranscriptBytes = 32 * 1024 * 1024;

export interface TranscribeOptions {
  language: string | null;
  knownNames: readonly string[];
  signal: AbortSignal;
}

/** What was said in a recording, or is written in a transcript; never empty. @throws RecordingError */
export async function transcribeRecording(
  { store, transcriber, thread }: Pick<ProcessingParts, 'store' | 'transcriber' | 'thread'>,
  recording: StoredRecording,
  { language, knownNames, signal }: TranscribeOptions,
): Promise<Transcript> {
  const { key, size, mediaType } = recording;
  const fault = recordingIssue(recording);
  if (fault !== undefined) throw new RecordingError(`The recording ${fault}.`);
  const opened = await store.open(key);
  if (!opened) throw new RecordingError('The recording is not there any more.');
  const { content } = opened;
  try {
    const format = asTranscriptType(mediaType);
    if (format !== undefined) return await readWhole(thread, { content, size, format, knownNames, signal });
    if (!transcriber) throw new RecordingError(`${notConfigured} The recording is ${mediaType}.`);
    const transcript = await transcriber.transcribe({ content, size, mediaType }, { language, signal });
    if (transcript.segments.length > 0) return transcript;
    throw new RecordingError('The transcriber found no speech in the recording.');
  } finally {
    content.destroy();
  }
}

interface StoredTranscript {
  content: Readable;
  size: number;
  format: TranscriptType;
  knownNames: readonly string[];
  signal: AbortSignal;
}

async function readWhole(
  thread: AnalysisThread,
  { content, size, format, knownNames, signal }: StoredTranscript,
): Promise<Transcript> {
  const name = formatName(format);
  if (size > mostTranscriptBytes) {
    throw new RecordingError(`The ${name} transcript has more than ${mostTranscriptBytes} bytes.`);
  }
  const bytes = await buffer(content);
  const transcript = await thread.readTranscript({ bytes, mediaType: format, knownNames }, signal);
  if (!transcript) {
    throw new RecordingError(`The file is ${name} but no transcript: a list of { speaker, startMs, endMs, text } is.`);
  }
  if (transcript.segments.length > 0) return transcript;
  throw new RecordingError(
    `No cue of the ${name} transcript can be read; ${transcript.skippedCues} could not be read.`,
  );
}

const notConfigured = 'No transcriber is configured for audio and video (TRANSCRIBER_URL).';
