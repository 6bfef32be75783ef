import { parseTimingLine, timesOf, timeStyleOf } from './cue-times.ts';

/*
 * Deviations from the formats, as found in real files:
 *
 * | kind                                                      | read as                                            |
 * | --------------------------------------------------------- | -------------------------------------------------- |
 * | `0:0:6.90`, commas, no blanks at the arrow, nine decimals | times, see `cue-times.ts`                          |
 * | line ends of CR, CR LF, CR CR LF, CR CR or LF LF          | line ends                                          |
 * | no empty line, or one with blanks, between cues           | separate cues                                      |
 * | an empty line inside a text                               | part of the text, if no times follow               |
 * | a number or a name above the times                        | the identifier of the cue                          |
 * | a line that holds only a number, elsewhere                | text                                               |
 * | a first line of text such as `size: large`                | text                                               |
 * | coordinates or settings behind the times                  | nothing                                            |
 * | times that cannot be read, or end before they start       | a cue that is left out, with its text, and counted |
 */

export interface Cue {
  startMs: number;
  endMs: number;
  /** Lines of text as in the file, with markup but without empty lines. */
  lines: string[];
}

export interface Cues {
  cues: Cue[];
  /** Number of cues that are left out. */
  skipped: number;
  /** The first cue that is left out: the number of its line, from 1, and the text of the line. */
  firstSkipped?: { line: number; text: string };
}

/** Lines of a file: the times of a cue, and what follows until the next times. */
interface Block {
  /** Index of the line with the times, from 0. */
  index: number;
  times: readonly [string, string] | undefined;
  body: string[];
}

/** Reads WebVTT and SubRip line by line. Counts the cues that it leaves out. */
export function readCues(text: string): Cues {
  const { lines, step } = linesOf(text.replace(/^\uFEFF/, ''));
  const blocks = blocksOf(lines);
  const isCutOff = dropCutCue(lines, blocks.at(-1));
  const style = timeStyleOf(blocks.flatMap(({ times }) => times ?? []));
  const cues: Cue[] = [];
  const result: Cues = { cues, skipped: 0 };
  for (const { index, times, body } of blocks) {
    const span = times && timesOf(times, style);
    if (span) cues.push({ ...span, lines: body });
    else {
      result.skipped += 1;
      result.firstSkipped ??= { line: index * step + 1, text: (lines[index] ?? '').trim() };
    }
  }
  if (isCutOff) {
    result.skipped += 1;
    result.firstSkipped ??= { line: (lines.length - 1) * step + 1, text: (lines.at(-1) ?? '').trim() };
  }
  return result;
}

/** Returns the lines without blanks at their ends. If every line end of the file is doubled, `step` is 2. */
function linesOf(text: string): { lines: string[]; step: 1 | 2 } {
  // Trimming removes the first of several carriage returns before a line feed.
  const lines = text.split('\n').flatMap((line) =>
    line
      .trimEnd()
      .split('\r')
      .map((part) => part.trimEnd()),
  );
  const isDoubled = lines.length > 4 && lines.every((line, index) => index % 2 === 0 || line === '');
  return isDoubled ? { lines: lines.filter((_, index) => index % 2 === 0), step: 2 } : { lines, step: 1 };
}

const maxCutLength = 60;
/** Times that are cut off, such as `00:01:02.000 --> 00:`. */
const cutTimes = /^\d[\d:.,]*[:.,][\d:.,]*\s*-{0,2}>?\s*[\d:.,]*$/;

/** If a truncated file ends within the times of a cue, removes these lines from the last block, and returns true. */
function dropCutCue(lines: readonly string[], last: Block | undefined): boolean {
  if (!last) return false;
  // The file ends right behind these times, so the cue lost its text. Without times, the cue counts as left out.
  if (lines.length <= last.index + 2 && last.body.length === 0) {
    last.times = undefined;
    return false;
  }
  const end = lines.at(-1) ?? '';
  const isNumbered = isNumber(lines.at(-2)) && isBlank(lines.at(-3));
  if (!isNumbered && !isBlank(lines.at(-2))) return false;
  if (end.length > maxCutLength || !cutTimes.test(end)) return false;
  last.body.splice(isNumbered ? -2 : -1);
  return true;
}

function blocksOf(lines: readonly string[]): Block[] {
  const isAtStart = (index: number) => isBlank(lines[index - 1]) || isNumber(lines[index - 1]);
  const starts = lines.flatMap((line, index) => {
    const timing = parseTimingLine(line, { isAtStart: isAtStart(index) });
    return timing ? [{ index, times: timing.times }] : [];
  });
  const hasDecimals = ({ index }: { index: number }) => /\d[.,]\d/.test(lines[index] ?? '');
  const hasAnyDecimals = starts.some((start) => start.times && hasDecimals(start));
  // Directly below a line of text, times without decimals are text if other times in the file have decimals.
  const cueStarts = starts.filter((start) => isAtStart(start.index) || !hasAnyDecimals || hasDecimals(start));
  const isVtt = lines[0]?.startsWith('WEBVTT') ?? false;
  const namedCount = cueStarts.filter(({ index }) => !isAtStart(index) && isBlank(lines[index - 2])).length;
  const hasIdentifiers = namedCount * 2 > cueStarts.length;
  return cueStarts.map(({ index, times }, position) => {
    const next = cueStarts[position + 1]?.index;
    let end = next ?? lines.length;
    if (next !== undefined && isIdentifierAbove(lines, next, { hasIdentifiers, previous: index })) end -= 1;
    return { index, times, body: (isVtt ? withoutNotes : withoutBlanks)(lines.slice(index + 1, end)) };
  });
}

const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';

const isNumber = (line: string | undefined) => line !== undefined && /^\s*\d+$/.test(line);

/**
 * Whether the line above the times names the cue. Below an empty line, it is a number, or any text in a file whose
 * cues have names. Elsewhere, it is one more than the number above the previous times.
 */
function isIdentifierAbove(
  lines: readonly string[],
  index: number,
  { hasIdentifiers, previous }: { hasIdentifiers: boolean; previous: number },
): boolean {
  const above = lines[index - 1];
  if (isBlank(above) || parseTimingLine(above ?? '')) return false;
  if (isBlank(lines[index - 2])) return hasIdentifiers || isNumber(above);
  return isNumber(above) && Number(above) === Number(lines[previous - 1]) + 1;
}

const noteBlock = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

const withoutBlanks = (body: readonly string[]) => body.filter((line) => !isBlank(line));

/** Removes empty lines, and notes, styles and regions up to the next empty line. */
function withoutNotes(body: readonly string[]): string[] {
  const text: string[] = [];
  let isNote = false;
  for (const [index, line] of body.entries()) {
    if (isBlank(line)) isNote = false;
    else if (isNote || (index > 0 && isBlank(body[index - 1]) && noteBlock.test(line))) isNote = true;
    else text.push(line);
  }
  return text;
}
