import { decodeFile } from '../../../../../infrastructure/storage/decode-text.ts';
import type { TranscriptType } from '../../../../../infrastructure/storage/media-type.ts';
import { readCaptions } from './read-captions.ts';
import { readJsonTranscript } from './read-json-transcript.ts';
import type { Transcript } from './transcript.ts';

export interface TranscriptFile {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: TranscriptType;
  /** These always count as speakers in captions of the form `Name: text`. */
  knownNames: readonly string[];
}

/** A predicate such as `is not valid UTF-8`. */
export interface TranscriptFault {
  fault: string;
}

const unreadable = ({ line, text }: { line: number; text: string }) =>
  `has more unreadable than readable cues; line ${line} is ${JSON.stringify(text.slice(0, 100))}, ` +
  'expected times such as 00:00:01.000 --> 00:00:03.000';

const windowsWarning =
  'The file is not UTF-8. It was read as Windows-1252: if some letters are wrong, save it as UTF-8 and upload it again.';
const damageWarning = 'Some characters of the file could not be decoded. They appear as \uFFFD.';

/**
 * More than a hundred hours of speech. Loading occupies the main thread for 5 µs per segment, and 10 µs per speaker.
 */
const maxSegments = 100_000;
const maxSpeakers = 20_000;

/** The worker thread calls this function by its exported name. */
export async function readTranscript(file: TranscriptFile): Promise<Transcript | TranscriptFault> {
  const transcript = await readFile(file);
  if ('fault' in transcript) return transcript;
  const { segments } = transcript;
  if (segments.length > maxSegments) return { fault: `has more than ${maxSegments.toLocaleString('en')} segments` };
  const speakers = new Set(segments.map(({ speaker }) => speaker));
  if (speakers.size <= maxSpeakers) return transcript;
  return { fault: `names more than ${maxSpeakers.toLocaleString('en')} speakers` };
}

async function readFile({ bytes, mediaType, knownNames }: TranscriptFile): Promise<Transcript | TranscriptFault> {
  const { text, encoding, isDamaged } = decodeFile(bytes);
  if (mediaType === 'application/json') {
    if (isDamaged || encoding === 'windows-1252') return { fault: 'is not valid UTF-8' };
    const fault = 'is not a transcript: expected a list of { speaker, startMs, endMs, text }';
    return readJsonTranscript(text) ?? { fault };
  }
  const transcript = readCaptions(text, { knownNames });
  const { skippedCues, cueCount = 0, firstSkipped } = transcript;
  if (firstSkipped && skippedCues * 2 > cueCount) return { fault: unreadable(firstSkipped) };
  const warnings = [...(encoding === 'windows-1252' ? [windowsWarning] : []), ...(isDamaged ? [damageWarning] : [])];
  return { ...transcript, warnings };
}
