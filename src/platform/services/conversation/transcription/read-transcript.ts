import { decodeText } from '../../../../storage/decode-text.ts';
import type { TranscriptType } from '../../../../storage/transcript-types.ts';
import { readCaptions } from './read-captions.ts';
import { readJsonTranscript } from './read-json-transcript.ts';
import type { Transcript } from './transcript.ts';

const names: Record<TranscriptType, string> = {
  'text/vtt': 'WebVTT',
  'application/x-subrip': 'SubRip',
  'application/json': 'JSON',
};

/** The name of a format, for people. */
export const formatName = (mediaType: TranscriptType) => names[mediaType];

export interface TranscriptFile {
  bytes: Uint8Array;
  mediaType: TranscriptType;
  /** Names of people who may have spoken: a label that is one of them is a speaker. */
  knownNames: readonly string[];
}

/**
 * Reads a transcript that another program made. Worker threads call it by its name.
 * @returns nothing when it is no document of this type
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
