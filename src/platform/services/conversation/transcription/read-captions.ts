import { parseText, type VTTCue } from 'media-captions';
import { cueParts } from './cue-parts.ts';
import { namePrefixes } from './speaker-labels.ts';
import { isSpan, type SpokenSegment, type Transcript } from './transcript.ts';

export type CaptionFormat = 'vtt' | 'srt';

/**
 * Reads WebVTT or SubRip. Cues that cannot be read are left out and counted; cues that say nothing are left out.
 * Speakers are those of `<v Name>`, or of `Name: text` where the file names speakers that way.
 */
export async function readCaptions(
  text: string,
  { format, knownNames = [] }: { format: CaptionFormat; knownNames?: readonly string[] },
): Promise<Transcript> {
  const lines = text.replace(/\r\n?/g, '\n');
  const { cues } = await parseText(lines, { type: format, strict: false, errors: false });
  const spans = cues.filter(hasSpan);
  const readable = endsInTiming.test(lines) && spans.at(-1)?.text === '' ? spans.slice(0, -1) : spans;
  const said = readable.flatMap((cue) => cueParts(cue).map((part): SpokenSegment => ({ ...part, ...timesOf(cue) })));
  const segments = namePrefixes(said, knownNames).filter((segment) => segment.text !== '');
  return {
    segments: segments.toSorted((a, b) => a.startMs - b.startMs),
    skippedCues: Math.max(0, countCues(lines, format) - readable.length),
  };
}

const timesOf = ({ startTime, endTime }: VTTCue) => ({
  startMs: Math.round(startTime * 1000),
  endMs: Math.round(endTime * 1000),
});

function hasSpan(cue: VTTCue): boolean {
  const { startMs, endMs } = timesOf(cue);
  return isSpan(startMs, endMs);
}

/** A line of times, right or wrong; an arrow in what is said is none. */
const timing = /^\s*\d[^A-Za-z]*-->|^\s*\d\S*\s*[-–—=]+>\s*\d/;
/** The file ends with the times of a cue: what was said is cut off. A cue of silence has an empty line after it. */
const endsInTiming = /-->[^\n]*\n?$/;
const noCue = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;

/** How many cues the file means to have: lines of times, whether right or wrong, and blocks without any. */
function countCues(lines: string, format: CaptionFormat): number {
  const blocks = lines.replace(/^\uFEFF/, '').split(/\n{2,}/);
  return blocks
    .map((block) => {
      const timed = block.split('\n').filter((line) => timing.test(line)).length;
      if (timed > 0) return timed;
      return block.trim() === '' || (format === 'vtt' && noCue.test(block.trimStart())) ? 0 : 1;
    })
    .reduce((sum, count) => sum + count, 0);
}
