import { decodeText } from '../../decode-text.ts';
import type { TranscriptType } from '../../recordings/transcript-types.ts';
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

/**
 * Reads a transcript that somebody else made.
 * @param options.knownNames names of people who may have spoken: a label that is one of them is a speaker
 * @returns nothing when it is no document of this type at all
 */
export async function readTranscript(
  bytes: Uint8Array,
  { mediaType, knownNames }: { mediaType: TranscriptType; knownNames: readonly string[] },
): Promise<Transcript | undefined> {
  const text = decodeText(bytes);
  if (mediaType === 'application/json') return readJsonTranscript(text);
  return readCaptions(text, { format: mediaType === 'text/vtt' ? 'vtt' : 'srt', knownNames });
}
