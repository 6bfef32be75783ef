import { decodeHTML } from 'entities';
import { parseText, tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import { extractSpeakerLabels } from './speaker-labels.ts';
import { isTimeSpan, plainText, type SpokenSegment, type Transcript } from './transcript.ts';

export type CaptionFormat = 'vtt' | 'srt';

/**
 * Reads WebVTT or SubRip. Skips unreadable cues and counts them; also skips cues without text. Speakers come from voice
 * tags (`<v Name>`), otherwise from labels of the form `Name: text`, see `extractSpeakerLabels`.
 */
export async function readCaptions(
  text: string,
  { format, knownNames = [] }: { format: CaptionFormat; knownNames?: readonly string[] },
): Promise<Transcript> {
  const lines = text.replace(/\r\n?/g, '\n');
  const { cues } = await parseText(lines, { type: format, strict: false, errors: false });
  const timed = cues.filter((cue) => isTimeSpan(timesOf(cue).startMs, timesOf(cue).endMs));
  const readable = endsWithTiming(lines) && timed.at(-1)?.text === '' ? timed.slice(0, -1) : timed;
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

/** Matches a line of cue timings, valid or not, but not an arrow in the text of a cue. */
const timing = /^\s*\d[^A-Za-z]*-->|^\s*\d\S*(?:\s+[-–—=]*)?[-–—=]>\s*\d/;
/**
 * Whether a file was cut off after the timings of its last cue. In a complete file, an empty line follows the timings of
 * a cue without text.
 */
const endsWithTiming = (lines: string) => lines.slice(lines.lastIndexOf('\n', lines.length - 2) + 1).includes('-->');
const nonCueBlock = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;

/**
 * Counts all cues, including unreadable ones: every line of timings, valid or not, and every block without timings
 * except WebVTT headers, notes, styles and regions.
 */
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

/** Text of one speaker within a cue; the speaker is null if the text has no voice tag. */
type CuePart = Pick<SpokenSegment, 'speaker' | 'text'>;

/**
 * Replaces & while the library parses a cue, because the library decodes only a few character references. `decode`
 * restores & and decodes all of them.
 */
const ampersand = '\uE000';

/** Returns the text of a cue without markup, split where the speaker changes. */
function cueParts(cue: VTTCue): CuePart[] {
  const parts: CuePart[] = [];
  // Remove position marks such as {\an8}, which some SubRip files contain, and escape any < that does not begin a tag.
  cue.text = cue.text
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<(?![A-Za-z/\d])/g, '&lt;')
    .replaceAll('&', ampersand);
  for (const { speaker, text } of spokenTexts(tokenizeVTTCue(cue))) {
    const last = parts.at(-1);
    if (last && last.speaker === speaker) last.text += text;
    else parts.push({ speaker, text });
  }
  return parts.map(({ speaker, text }) => ({ speaker, text: plainText(text) })).filter(({ text }) => text !== '');
}

/** Yields the texts of a tree in order. Uses a list instead of recursion, because a cue can nest thousands of tags. */
function* spokenTexts(nodes: readonly VTTNode[]): Generator<CuePart> {
  const open: { node: VTTNode; speaker: string | null }[] = [];
  const add = (children: readonly VTTNode[], speaker: string | null) =>
    open.push(...children.toReversed().map((node) => ({ node, speaker })));
  add(nodes, null);
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, speaker } = next;
    if (node.type === 'text') yield { speaker, text: decode(node.data) };
    else add(node.children, node.type === 'v' ? plainText(decode(node.voice ?? '')) || null : speaker);
  }
}

const decode = (text: string) => decodeHTML(text.replaceAll(ampersand, '&'));
