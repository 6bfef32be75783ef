interface SpokenSegment {
  startMs: number;
  endMs: number;
  text: string;
  speaker: string | null;
}

/** Writes a transcript so that other programs read back what was said, when, and by whom. */
export function writeTranscript(segments: readonly SpokenSegment[], format: 'vtt' | 'srt' | 'text'): string {
  return writers[format](segments);
}

const writers = {
  vtt: (segments: readonly SpokenSegment[]) =>
    [
      'WEBVTT',
      ...segments.map(
        (segment, index) => `${index + 1}\n${cueTimes(segment, '.')}\n${voice(segment)}${vttText(segment.text)}`,
      ),
    ].join('\n\n') + '\n',
  srt: (segments: readonly SpokenSegment[]) =>
    segments.map((segment, index) => `${index + 1}\n${cueTimes(segment, ',')}\n${named(segment)}\n`).join('\n'),
  text: (segments: readonly SpokenSegment[]) =>
    segments.map((segment) => `[${clock(segment.startMs, '.')}] ${named(segment)}\n`).join(''),
};

const cueTimes = ({ startMs, endMs }: SpokenSegment, decimal: '.' | ',') =>
  `${clock(startMs, decimal)} --> ${clock(endMs, decimal)}`;

function clock(ms: number, decimal: '.' | ','): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${decimal}${String(ms % 1000).padStart(3, '0')}`;
}

/** A blank line would end the cue, and `-->` would be taken for times. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const named = ({ speaker, text }: SpokenSegment) =>
  (speaker === null ? '' : `${oneLine(speaker)}: `) + oneLine(text).replaceAll('-->', '->');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const vttText = (text: string) => escaped(oneLine(text));

const voice = ({ speaker }: SpokenSegment) => (speaker === null ? '' : `<v ${escaped(oneLine(speaker))}>`);
