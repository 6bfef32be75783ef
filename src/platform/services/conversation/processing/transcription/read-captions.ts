import { decodeHTML } from 'entities';
import { parseText, tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import { plainText } from '../../plain-text.ts';
import { parseSpeakerLabel } from '../speaker-label.ts';
import { isTimeSpan, type SpokenSegment, type Transcript } from './transcript.ts';

type CaptionFormat = 'vtt' | 'srt';

/** Counts unreadable cues. Speakers come from voice tags (`<v Name>`), otherwise from `extractSpeakerLabels`. */
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

/** A line of timings, valid or not, but not an arrow in the text of a cue. */
const timing = /^\s*\d[^A-Za-z]*-->|^\s*\d\S*(?:\s+[-–—=]*)?[-–—=]>\s*\d/;
/** In a complete file, an empty line follows the timings of a cue without text. */
const endsWithTiming = (lines: string) => lines.slice(lines.lastIndexOf('\n', lines.length - 2) + 1).includes('-->');
const nonCueBlock = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;

/** Counts all lines of timings, and blocks without timings except WebVTT headers, notes, styles and regions. */
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

/** The speaker is null if the text has no voice tag. */
type CuePart = Pick<SpokenSegment, 'speaker' | 'text'>;

/** Replaces & while the library parses a cue: it decodes only a few character references, `decode` decodes all. */
const ampersand = '\uE000';

function cueParts(cue: VTTCue): CuePart[] {
  const parts: CuePart[] = [];
  // Some SubRip files contain position marks such as {\an8}. Escape any < that does not begin a tag, such
  // as one before an email address.
  cue.text = cue.text
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<(?![A-Za-z/\d])/g, '&lt;')
    .replace(/<([^\s<>]+@[^\s<>]+)>/g, '&lt;$1&gt;')
    .replaceAll('&', ampersand);
  for (const { speaker, text } of spokenTexts(tokenizeVTTCue(cue))) {
    const last = parts.at(-1);
    if (last && last.speaker === speaker) last.text += text;
    else parts.push({ speaker, text });
  }
  return parts.map(({ speaker, text }) => ({ speaker, text: plainText(text) })).filter(({ text }) => text !== '');
}

/** Not recursive, because a cue can nest thousands of tags. */
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

const labelledText = /^[-–>\s]*([^\s:][^:]{0,60}?)\s*:\s+(\S[\s\S]*)$/u;
const nameWord = /^[\p{Lu}\p{N}"'(][\p{L}\p{M}\p{N}.,'’"()_-]*$/u;
const maxNameWords = 5;

/**
 * For segments without a speaker, moves labels of the form `Name: text` from the text to the speaker. A label is a
 * speaker if it is one of `knownNames`, or if it looks like a name and either occurs repeatedly or most of these
 * segments have a label that looks like a name. So the "Note" in a single "Note: buy milk" is not a speaker.
 */
function extractSpeakerLabels(segments: readonly SpokenSegment[], knownNames: readonly string[]): SpokenSegment[] {
  const known = new Set(knownNames.map((name) => name.toLowerCase()));
  const labels = segments.map((segment) => (segment.speaker === null ? labelOf(segment.text) : undefined));
  const counts = new Map<string, number>();
  for (const label of labels) if (label) counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
  const unlabelled = segments.filter(({ speaker }) => speaker === null).length;
  const mostHaveName = labels.filter((label) => label?.looksLikeName).length * 2 > unlabelled;
  const isName = ({ name, looksLikeName }: Label) =>
    known.has(name.toLowerCase()) || (looksLikeName && (mostHaveName || (counts.get(name) ?? 0) > 1));
  return segments.map((segment, index) => {
    const label = labels[index];
    return label && isName(label) ? { ...segment, speaker: label.name, text: label.text } : segment;
  });
}

interface Label {
  name: string;
  text: string;
  looksLikeName: boolean;
}

function labelOf(spoken: string): Label | undefined {
  const [, name, text] = labelledText.exec(spoken) ?? [];
  if (name === undefined || text === undefined) return undefined;
  const { name: ownName } = parseSpeakerLabel(name);
  const words = ownName?.split(/\s+/) ?? [];
  const looksLikeName = words.length <= maxNameWords && words.every((word) => nameWord.test(word));
  return { name, text, looksLikeName };
}
