import { decodeText } from '../../../../storage/decode-text.ts';
import type { TranscriptType } from '../../../../storage/media-type.ts';
import { readCaptions } from './read-captions.ts';
import { readJsonTranscript } from './read-json-transcript.ts';
import type { Transcript } from './transcript.ts';

export interface TranscriptFile {
  bytes: Uint8Array;
  mediaType: TranscriptType;
  /** Names and email addresses that count as speaker labels. */
  knownNames: readonly string[];
}

/**
 * Reads an uploaded transcript. Worker threads look this function up by its name.
 * @returns undefined when the file does not have the format of its media type
 */
export async function readTranscript({
  bytes,
  mediaType,
  knownNames,
}: TranscriptFile): Promise<Transcript | undefined> {
  const text = decodeText(bytes);
  if (mediaType === 'application/json') return readJsonTranscript(text);
  return readCaptions(text, { format: mediaType === 'text/vtt' ? 'vtt' : 'srt', knownNames });
}
