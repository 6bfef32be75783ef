import { isTimeSpan } from './transcript.ts';

/** A time such as `1:02:03.456` or `02:03,4`. Hours are optional. Hours, minutes and seconds have 1 to 3 digits. */
const time = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{1,3}(?:[.,]\d{1,9})?`;
const arrow = String.raw`\s*[-–—=]{1,3}>\s*`;
const timingLine = new RegExp(String.raw`^\s*(${time})${arrow}(${time})(.*)$`, 'u');

/** Settings of WebVTT, and coordinates of SubRip. */
const settings = /^(?:\s+[A-Za-z][\w-]*:\S*)*\s*$/;

/** Two words that begin with a digit, with an arrow between them: unreadable times, wherever the line is in a cue. */
const attemptedTiming = /^\s*\d\S*\s*[-–—=]{1,3}>\s*\d\S*(?:\s|$)/u;
/** Any two words with an arrow between them, such as `null --> null`: unreadable times at the beginning of a cue. */
const beginsCue = /^\s*\S+\s*-->\s*\S+\s*$/u;

export interface TimingLine {
  /** Undefined for lines that are meant as times, but cannot be read. */
  times?: readonly [start: string, end: string];
}

/** Maximum length of a line with times; longer lines are text. */
const maxLineLength = 200;

/** Returns undefined for lines that are not meant as times. */
export function parseTimingLine(line: string, { isAtStart = false } = {}): TimingLine | undefined {
  if (line.length > maxLineLength) return undefined;
  const [, start, end, rest = ''] = timingLine.exec(line) ?? [];
  if (start !== undefined && end !== undefined && settings.test(rest)) return { times: [start, end] };
  return attemptedTiming.test(line) || (isAtStart && beginsCue.test(line)) ? {} : undefined;
}

/** How the program that wrote a file writes the decimals of times. */
export interface TimeStyle {
  /** Whether `.90` means 90 milliseconds, because the program pads nothing. */
  countsMilliseconds: boolean;
}

/**
 * Finds the style of a program. A program that writes a minute or a second with one digit does not pad milliseconds
 * either. Neither does a program that writes hours with one digit and a varying number of decimals.
 */
export function timeStyleOf(times: readonly string[]): TimeStyle {
  const parts = times.map((text) => text.split(/[:.,]/));
  const wholes = times.map((text) => text.replace(/[.,].*/, '').split(':'));
  const decimals = new Set(times.flatMap((text) => text.split(/[.,]/)[1]?.length ?? []));
  const isUnpadded = wholes.some((part) => part.slice(-2).some(({ length }) => length === 1));
  const hasShortHours = parts.some(([hours = '']) => hours.length === 1);
  return {
    countsMilliseconds: Math.max(0, ...decimals) <= 3 && (isUnpadded || (hasShortHours && decimals.size > 1)),
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
