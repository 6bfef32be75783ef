interface SpokenSegment {
  startMs: number;
  endMs: number | null;
  text: string;
  speaker: string | null;
}

/** Formats a transcript so that other programs can read back its text, times and speakers. */
export function writeTranscript(segments: readonly SpokenSegment[], format: 'vtt' | 'srt' | 'text'): string {
  return writers[format](segments);
}

const writers = {
  vtt: (segments: readonly SpokenSegment[]) =>
    ['WEBVTT', ...segments.map((_, index) => cue(segments, index, vttCue))].join('\n\n') + '\n',
  srt: (segments: readonly SpokenSegment[]) =>
    segments.map((_, index) => `${cue(segments, index, srtCue)}\n`).join('\n'),
  text: (segments: readonly SpokenSegment[]) =>
    segments.map((segment) => `[${clock(segment.startMs, '.')}] ${named(segment, oneLine(segment.text))}\n`).join(''),
};

interface CueForm {
  decimal: '.' | ',';
  write: (segment: SpokenSegment) => string;
}

function cue(segments: readonly SpokenSegment[], index: number, { decimal, write }: CueForm): string {
  const segment = segments[index];
  if (!segment) return '';
  const end = endOf(segment, segments[index + 1]);
  return `${index + 1}\n${clock(segment.startMs, decimal)} --> ${clock(end, decimal)}\n${write(segment)}`;
}

/** An unknown end becomes the start of the next cue, at least 1 ms later: players skip empty cues. */
const endOf = ({ startMs, endMs }: SpokenSegment, next: SpokenSegment | undefined) =>
  Math.max(endMs ?? next?.startMs ?? 0, startMs + 1);

const vttCue: CueForm = {
  decimal: '.',
  write: ({ speaker, text }) =>
    (speaker === null ? '' : `<v ${escaped(oneLine(speaker))}>`) + escaped(withoutBlankLines(text)),
};

/** SubRip has no escapes; only text that looks like the times of a cue must be altered. */
const srtCue: CueForm = {
  decimal: ',',
  write: (segment) => named(segment, withoutBlankLines(segment.text).replace(/(?<=\d\s*)-->(?=\s*\d)/g, '->')),
};

function clock(ms: number, decimal: '.' | ','): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${decimal}${String(ms % 1000).padStart(3, '0')}`;
}

const named = ({ speaker }: SpokenSegment, text: string) => (speaker === null ? text : `${oneLine(speaker)}: ${text}`);

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A blank line ends a cue. */
const withoutBlankLines = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .join('\n');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
