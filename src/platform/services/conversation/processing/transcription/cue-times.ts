import { isTimeSpan } from './transcript.ts';

/** A time such as `1:02:03.456` or `02:03,4`. Hours are optional. Hours, minutes and seconds have 1 to 3 digits. */
const time = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{1,3}(?:[.,]\d{1,9})?`;
const arrow = String.raw`\s*(?:[-–—=]{1,3}(?:>|&gt;)|→)\s*`;
const timingLine = new RegExp(String.raw`^\s*(${time})${arrow}(${time})(.*)$`, 'u');

/** Settings of WebVTT, and coordinates of SubRip. */
const settings = /^(?:\s+[A-Za-z][\w-]*:\S*)*\s*$/;

/** A line of unreadable times: an arrow between words that begin with a digit, or with `-`, `[` or `(` and a digit. */
const attemptedTiming = new RegExp(String.raw`^\s*[-[(]?\d\S*${arrow}[-[(]?\d\S*(?:\s|$)`, 'u');
/**
 * Lines that are meant as times, but unreadable, at the beginning of a cue: `null --> null`, `00: 00: 03.000 -->`,
 * `--> 00:05`, or two times without an arrow.
 */
const attemptsAtStart = [
  /^\s*\S+\s*-->\s*\S+\s*$/u,
  new RegExp(String.raw`^\s*[-[(]?[\dO]{1,3}\s?:[\dO:., ]*[\])]?${arrow}`, 'u'),
  new RegExp(String.raw`^${arrow}${time}`, 'u'),
  new RegExp(String.raw`^\s*${time}\s+${time}\s*$`, 'u'),
];
/** Quickly rules out most lines. */
const mayBeTimes = /[>→]|&gt;|^\s*\d+:[\d:.,]+\s+\d/u;

export interface TimingLine {
  /** Undefined for lines that are meant as times, but cannot be read. */
  times?: readonly [start: string, end: string];
}

/** Maximum length of a line with times. The rest of a longer line is not read. */
const maxLineLength = 200;

/**
 * Reads a line with the times of a cue. Returns undefined for lines that are not meant as times.
 * @param isAtStart whether the line can be the first of a cue, so that weaker signs of times suffice
 */
export function parseTimingLine(line: string, { isAtStart = false } = {}): TimingLine | undefined {
  const text = line.slice(0, maxLineLength);
  if (!mayBeTimes.test(text)) return undefined;
  const [, start, end, rest = ''] = timingLine.exec(text) ?? [];
  const isWhole = line.length <= maxLineLength;
  if (start !== undefined && end !== undefined && isWhole && settings.test(rest)) return { times: [start, end] };
  const isAttempt = isWhole && attemptedTiming.test(text);
  return isAttempt || (isAtStart && attemptsAtStart.some((pattern) => pattern.test(text))) ? {} : undefined;
}

/** How the program that wrote a file writes the decimals of times. */
export interface TimeStyle {
  /** Whether `.90` means 90 milliseconds, because the program pads nothing. */
  countsMilliseconds: boolean;
}

/**
 * Finds the style of a program. A program that writes a second, or a minute behind hours, with one digit does not pad
 * milliseconds either. Neither does a program that begins a time with one digit and varies the number of decimals.
 */
export function timeStyleOf(times: readonly string[]): TimeStyle {
  const wholes = times.map((text) => text.replace(/[.,].*/, '').split(':'));
  const decimals = new Set(times.flatMap((text) => text.split(/[.,]/)[1]?.length ?? []));
  const isUnpadded = wholes.some(([, ...behindFirst]) => behindFirst.some(({ length }) => length === 1));
  const hasShortStart = wholes.some(([first = '']) => first.length === 1);
  return {
    countsMilliseconds: Math.max(0, ...decimals) <= 3 && (isUnpadded || (hasShortStart && decimals.size > 1)),
  };
}

/** Returns undefined if the end is before the start or after `maxTimeMs`. */
export function timesOf(
  [start, end]: readonly [string, string],
  style: TimeStyle,
): { startMs: number; endMs: number } | undefined {
  const [startMs, endMs] = [millisecondsOf(start, style), millisecondsOf(end, style)];
  return isTimeSpan(startMs, endMs) ? { startMs, endMs } : undefined;
}

/** Converts a text such as `01:02:03.456` to milliseconds. */
export function millisecondsOf(text: string, { countsMilliseconds }: TimeStyle): number {
  const [whole = '', decimals = ''] = text.split(/[.,]/);
  const seconds = whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const ms = countsMilliseconds ? Number(decimals) : Math.round(Number(`0.${decimals || 0}`) * 1000);
  return seconds * 1000 + ms;
}
