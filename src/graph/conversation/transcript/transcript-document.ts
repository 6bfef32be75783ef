import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import type { SegmentRecord } from '../../../tools/conversation/outputs.ts';
import { perOperation } from '../../core/loader.ts';
import { participantOf } from '../activity/participant.ts';

interface SpokenSegment {
  startMs: number;
  endMs: number | null;
  text: string;
  speaker: string | null;
}

interface DocumentOptions {
  /** The activity whose participants are the speakers; if it is unknown (null), the document names no speakers. */
  record: ActivityRecord | null;
  format: keyof typeof writers;
}

/** Formats transcripts. Writes each document once, because an operation can request it under 100 aliases. */
export const documentsOf = perOperation(() => {
  const written = new WeakMap<readonly SegmentRecord[], Map<string, string>>();
  return (segments: readonly SegmentRecord[], { record, format }: DocumentOptions): string => {
    const documents = written.get(segments) ?? new Map<string, string>();
    written.set(segments, documents);
    const key = record ? format : `${format} without names`;
    const document = documents.get(key) ?? writers[format](withSpeakerNames(segments, record));
    documents.set(key, document);
    return document;
  };
});

const withSpeakerNames = (segments: readonly SegmentRecord[], record: ActivityRecord | null): SpokenSegment[] =>
  segments.map(({ startMs, endMs, text, participantId }) => ({
    startMs,
    endMs,
    text,
    speaker: participantId === null ? null : participantOf(record, participantId).name,
  }));

const writers = {
  vtt: (segments: readonly SpokenSegment[]) =>
    ['WEBVTT', ...segments.map((_, index) => cue(segments, index, vttCue))].join('\n\n') + '\n',
  srt: (segments: readonly SpokenSegment[]) =>
    segments.map((_, index) => `${cue(segments, index, srtCue)}\n`).join('\n'),
  text: (segments: readonly SpokenSegment[]) =>
    segments
      .map((segment) => `[${formatTime(segment.startMs, '.')}] ${withSpeaker(segment, oneLine(segment.text))}\n`)
      .join(''),
};

interface CueFormat {
  decimal: '.' | ',';
  write: (segment: SpokenSegment) => string;
}

function cue(segments: readonly SpokenSegment[], index: number, { decimal, write }: CueFormat): string {
  const segment = segments[index];
  if (!segment) return '';
  const end = endOf(segment, segments[index + 1]);
  return `${index + 1}\n${formatTime(segment.startMs, decimal)} --> ${formatTime(end, decimal)}\n${write(segment)}`;
}

/** A cue with an unknown end ends where the next cue begins. A cue lasts at least 1 ms: players skip shorter cues. */
const endOf = ({ startMs, endMs }: SpokenSegment, next: SpokenSegment | undefined) =>
  Math.max(endMs ?? next?.startMs ?? 0, startMs + 1);

const vttCue: CueFormat = {
  decimal: '.',
  write: ({ speaker, text }) =>
    (speaker === null ? '' : `<v ${escaped(oneLine(speaker))}>`) + escaped(withoutBlankLines(text)),
};

/** SubRip has no escapes: `-->` between digits becomes `->`, because players would read it as the times of a cue. */
const srtCue: CueFormat = {
  decimal: ',',
  write: (segment) => withSpeaker(segment, withoutBlankLines(segment.text).replace(/(?<=\d\s*)-->(?=\s*\d)/g, '->')),
};

function formatTime(ms: number, decimal: '.' | ','): string {
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${twoDigits(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}:${twoDigits((ms / 1000) % 60)}${decimal}${String(ms % 1000).padStart(3, '0')}`;
}

const withSpeaker = ({ speaker }: SpokenSegment, text: string) =>
  speaker === null ? text : `${oneLine(speaker)}: ${text}`;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Removes blank lines, because a blank line ends a cue. */
const withoutBlankLines = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .join('\n');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
