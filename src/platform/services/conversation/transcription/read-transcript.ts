import { decodeText } from '../../../../storage/decode-text.ts';
import type { TranscriptType } from '../../../../storage/media-type.ts';
import { readCaptions } from './read-captions.ts';
import { readJsonTranscript } from './read-json-transcript.ts';
import type { Transcript } from './transcript.ts';

export interface TranscriptFile {
  bytes: Uint8Array;
  mediaType: TranscriptType;
  /** Names and email addresses that always count as speakers in captions of the form `Name: text`. */
  knownNames: readonly string[];
}

/**
 * Reads an uploaded transcript. The worker thread calls this function by its exported name.
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
