import { z } from 'zod';
import { dateBoundsRule, isWithinDateBounds } from '../rules/date-bounds.ts';
import { utcTextPattern } from '../wire.ts';
import { maxRangeMonths } from './vocabulary.ts';

/** Parses a UTC date-time of the conversation tools; returns an invalid date for any other text. */
export const fromUtcText = (text: string) =>
  new Date(utcTextPattern.test(text) ? `${text.replace(' ', 'T')}Z` : Number.NaN);

/** Formats a date for the conversation tools: `YYYY-MM-DD HH:MM:SS` in UTC, without fractions of a second. */
export const toUtcText = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

const isRealDateTime = (text: string) => {
  const date = fromUtcText(text);
  return !Number.isNaN(date.getTime()) && toUtcText(date) === text;
};

export const utcDateTime = z
  .string()
  .regex(utcTextPattern, { error: 'must be a UTC date-time of the form YYYY-MM-DD HH:MM:SS', abort: true })
  .refine(isRealDateTime, { error: 'must be a date-time that exists', abort: true })
  .refine((text) => isWithinDateBounds(fromUtcText(text)), dateBoundsRule);

/** Checks that the date-time in `from` is earlier than the one in `to`, if both are set. */
export const checkOrder = (from: string, to: string) =>
  z.refine<Readonly<Record<string, unknown>>>(
    ({ [from]: start, [to]: end }) => typeof start !== 'string' || typeof end !== 'string' || start < end,
    { path: [from], error: `must be before ${to}` },
  );

/** Whether a range is shorter than six calendar months. */
export function isShortRange(from: Date, to: Date): boolean {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + maxRangeMonths);
  // A day that the end month lacks overflows into the month after it; go back to the last day of the end month.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return to < end;
}
