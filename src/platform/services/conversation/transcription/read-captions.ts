import { decodeHTML } from 'entities';
import { parseText, tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import { extractSpeakerLabels } from './speaker-labels.ts';
import { isTimeSpan, plainText, type SpokenSegment, type Transcript } from './transcript.ts';

export type CaptionFormat = 'vtt' | 'srt';

/**
 * Reads WebVTT or SubRip. Skips unreadable cues and counts them; also skips cues without text. Speakers come from
 * `<v Name>` tags, otherwise from `Name: text` if the file labels speakers that way.
 */
export async function readCaptions(
  text: string,
  { format, knownNames = [] }: { format: CaptionFormat; knownNames?: readonly string[] },
): Promise<Transcript> {
  const lines = text.replace(/\r\n?/g, '\n');
  const { cues } = await parseText(lines, { type: format, strict: false, errors: false });
  const timed = cues.filter((cue) => isTimeSpan(timesOf(cue).startMs, timesOf(cue).endMs));
  const readable = endsWithTiming.test(lines) && timed.at(-1)?.text === '' ? timed.slice(0, -1) : timed;
  const spoken = readable.flatMap((cue) => cueParts(cue).map((part): SpokenSegment => ({ ...part, ...timesOf(cue) })));
  const segments = extractSpeakerLabels(spoken, knownNames).filter((segment) => segment.text !== '');
  return {
    segments: segments.toSorted((a, b) => a.startMs - b.startMs),
    skippedCues: Math.max(0, countCues(lines, format) - readable.length),
  };
}

const timesOf = ({ startTime, endTime }: VTTCue) => ({
  startMs: Math.round(startTime * 1000),
  endMs: Math.round(endTime * 1000),
});

/** A line of cue timings, valid or not. Arrows in the text of a cue do not match. */
const timing = /^\s*\d[^A-Za-z]*-->|^\s*\d\S*\s*[-–—=]+>\s*\d/;
/** The end of a file that is cut off after the timings of a cue; a cue without text would end with an empty line. */
const endsWithTiming = /-->[^\n]*\n?$/;
const nonCueBlock = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;

/** Counts all cues, including unreadable ones: lines of timings, valid or not, and blocks without timings. */
function countCues(lines: string, format: CaptionFormat): number {
  const blocks = lines.replace(/^\uFEFF/, '').split(/\n{2,}/);
  return blocks
    .map((block) => {
      const timings = block.split('\n').filter((line) => timing.test(line)).length;
      if (timings > 0) return timings;
      return block.trim() === '' || (format === 'vtt' && nonCueBlock.test(block.trimStart())) ? 0 : 1;
    })
    .reduce((sum, count) => sum + count, 0);
}

/** Text of one speaker within a cue; the speaker is null without a voice tag. */
type CuePart = Pick<SpokenSegment, 'speaker' | 'text'>;

/** Hides & from the library, which decodes only a few character references; `decode` decodes all of them. */
const ampersand = '\uE000';

/** Returns the text of a cue without markup, split where the speaker changes. */
function cueParts(cue: VTTCue): CuePart[] {
  const parts: CuePart[] = [];
  // Some SubRip files contain position marks such as {\an8}. A < that does not begin a tag is text.
  cue.text = cue.text
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<(?![A-Za-z/\d])/g, '&lt;')
    .replaceAll('&', ampersand);
  collectParts(tokenizeVTTCue(cue), null, parts);
  return parts.map(({ speaker, text }) => ({ speaker, text: plainText(text) })).filter(({ text }) => text !== '');
}

function collectParts(nodes: readonly VTTNode[], speaker: string | null, parts: CuePart[]): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      const last = parts.at(-1);
      const text = decode(node.data);
      if (last && last.speaker === speaker) last.text += text;
      else parts.push({ speaker, text });
    } else {
      collectParts(node.children, node.type === 'v' ? plainText(decode(node.voice ?? '')) || null : speaker, parts);
    }
  }
}

const decode = (text: string) => decodeHTML(text.replaceAll(ampersand, '&'));
