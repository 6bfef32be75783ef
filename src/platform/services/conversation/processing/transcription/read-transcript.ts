import { decodeHTMLStrict } from 'entities';
import { decodeFile } from '../../../../../infrastructure/storage/decode-text.ts';
import type { TranscriptType } from '../../../../../infrastructure/storage/media-type.ts';
import { readJsonTranscript } from './read-json-transcript.ts';
import type { Transcript, SpokenSegment } from './transcript.ts';
import { plainText } from '../../plain-text.ts';
import { type Cue, readCues } from './read-cues.ts';
import { extractSpeakerLabels, type SpokenLine } from './speaker-labels.ts';

export interface TranscriptFile {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: TranscriptType;
  /** Names that always count as speakers in captions of the form `Name: text`. */
  knownNames: readonly string[];
}

/** `fault` completes a sentence about the file: `is not valid UTF-8`. */
export interface TranscriptFault {
  fault: string;
}

const unreadableFault = ({ line, text }: { line: number; text: string }) =>
  `has more unreadable than readable cues; line ${line} is ${JSON.stringify(text.slice(0, 100))}, ` +
  'expected times such as 00:00:01.000 --> 00:00:03.000';

const windowsWarning =
  'The file is not UTF-8. It was read as Windows-1252: if some letters are wrong, save it as UTF-8 and upload it again.';
const damageWarning = 'Some characters of the file could not be decoded. They appear as \uFFFD.';

/**
 * Limits of a transcript, more than a hundred hours of speech. Loading occupies the main thread for 5 µs per segment
 * and 10 µs per speaker.
 */
const maxSegments = 100_000;
const maxSpeakers = 20_000;

/** Reads an uploaded transcript. The worker thread calls this function by its exported name. */
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
    const read = readJsonTranscript(text);
    if (read && read.skippedCues * 2 <= (read.cueCount ?? 0)) return read;
    return { fault: 'is not a transcript: expected a list of { speaker, startMs, endMs, text }' };
  }
  const transcript = readCaptions(text, { knownNames });
  const { skippedCues, cueCount = 0, firstSkipped } = transcript;
  if (firstSkipped && skippedCues * 2 > cueCount) return { fault: unreadableFault(firstSkipped) };
  const warnings = [...(encoding === 'windows-1252' ? [windowsWarning] : []), ...(isDamaged ? [damageWarning] : [])];
  return { ...transcript, warnings };
}

/** Reads WebVTT or SubRip. Speakers come from voice tags (`<v Name>`), otherwise from labels. */
export function readCaptions(text: string, { knownNames = [] }: { knownNames?: readonly string[] } = {}): Transcript {
  const { cues, skipped, firstSkipped } = readCues(text);
  const shown = cues.map(({ lines }) => linesOf(lines));
  const repeated = repeatedLineCounts(
    shown.map((lines, index) => ({ lines: lines.map(({ text: line }) => line), cue: cues[index] })),
  );
  const lines = shown.flatMap((all, cue) => all.slice(repeated[cue]).map((line): SpokenLine => ({ ...line, cue })));
  const spoken: { cue: number; speaker: string | null; said: string[] }[] = [];
  for (const { cue, speaker, text: said } of extractSpeakerLabels(lines, knownNames)) {
    const last = spoken.at(-1);
    if (last?.cue === cue && last.speaker === speaker) last.said.push(said);
    else spoken.push({ cue, speaker, said: [said] });
  }
  const segments = spoken.map(({ cue, speaker, said }): SpokenSegment => {
    const { startMs = 0, endMs = 0 } = cues[cue] ?? {};
    return { speaker, startMs, endMs, text: plainText(said.join(' ')) };
  });
  return {
    segments: segments.filter((segment) => segment.text !== '').toSorted((a, b) => a.startMs - b.startMs),
    cueCount: cues.length + skipped,
    skippedCues: skipped,
    firstSkipped,
  };
}

const linesOf = (lines: readonly string[]) =>
  voiceTexts(lines)
    .map(({ speaker, text }) => ({ speaker: speaker === null ? null : plainText(speaker), text: plainText(text) }))
    .filter(({ text }) => text !== '');

/**
 * Automatic captions scroll: each cue repeats the last lines of the previous cue and adds a line. Without the repeated
 * lines, each word appears once, at the time of its first appearance.
 * @param shown the lines of each cue, in order
 * @returns the number of repeated lines at the beginning of each cue; 0 for captions that do not scroll
 */
function repeatedLineCounts(shown: readonly { lines: readonly string[]; cue: Cue | undefined }[]): number[] {
  const repeated = shown.map(({ lines, cue }, index) => {
    const before = shown[index - 1];
    const count = countRepeated(before?.lines ?? [], lines);
    // A cue that adds no line, after a pause, contains words that were said again.
    const isAgain = count === lines.length && (cue?.startMs ?? 0) - (before?.cue?.endMs ?? 0) > maxPauseMs;
    return isAgain ? 0 : count;
  });
  const later = shown.flatMap(({ lines }, index) => {
    const count = repeated[index] ?? 0;
    return lines.length > 0 && index > 0
      ? [{ isScrolling: count > 0, isGrowing: count > 0 && count < lines.length }]
      : [];
  });
  const scrollingCount = later.filter(({ isScrolling }) => isScrolling).length;
  const isScrollingFile = later.some(({ isGrowing }) => isGrowing) && scrollingCount * 2 > later.length;
  return isScrollingFile ? repeated : repeated.map(() => 0);
}

/** Maximum pause before a cue of scrolling captions that adds no line. */
const maxPauseMs = 1000;

/** Maximum number of lines that repeat; no screen shows more lines of captions. */
const maxShown = 5;

/** Counts the lines at the end of a cue that the next cue repeats at its beginning. */
function countRepeated(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length, maxShown); count > 0; count -= 1) {
    if (lines.slice(0, count).every((line, index) => line === before[before.length - count + index])) return count;
  }
  return 0;
}

/** Text of one voice. The speaker is null if the text has no voice tag. */
interface VoiceText {
  speaker: string | null;
  text: string;
}

/** A WebVTT or SubRip tag such as `<v Ada <ada@x.example>>`, or a word's time, `<00:01.5>`. Other `<…>` is text. */
const tag =
  /<(?:\d+:[\d:.,]+|\/?(?:c|i|b|u|ruby|rt)(?:\.[^\s<>@]*)?\s*|(\/)?(v|lang|font)(?:\.[^\s<>@]*)?(?:\s((?:[^<>]|<[^\s<>@]+@[^\s<>@]+>){0,1000}))?)>/giu;

/** A mark of position or style in SubRip, such as `{\an8}`. */
const styleMark = /\{\\(?:an?\d|[ibus][01]|pos\(|move\(|fad\(|f[ns]|\d?c&|k[fo]?\d)[^{}]*\}/gi;

/** Splits the lines of a cue by voice, and removes markup. A voice ends at `</v>`, the next voice or the cue's end. */
function voiceTexts(lines: readonly string[]): VoiceText[] {
  let speaker: string | null = null;
  return lines.flatMap((line) => {
    const parts: VoiceText[] = [];
    let offset = 0;
    const add = (text: string) => {
      const decoded = decodeHTMLStrict(text.replace(styleMark, ''));
      const last = parts.at(-1);
      if (last && last.speaker === speaker) last.text += decoded;
      else if (decoded.trim() !== '') parts.push({ speaker, text: decoded });
    };
    for (const match of line.matchAll(tag)) {
      add(line.slice(offset, match.index));
      offset = match.index + match[0].length;
      const [, isEnd, name, annotation] = match;
      if (name?.toLowerCase() === 'v') speaker = isEnd ? null : decodeHTMLStrict(annotation ?? '').trim() || null;
    }
    add(line.slice(offset));
    return parts;
  });
}
