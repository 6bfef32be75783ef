import { z } from 'zod';
import { dateBoundsRule, isWithinDateBounds } from '../date-bounds.ts';
import { longestRangeMonths } from './vocabulary.ts';

const pattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** A UTC date-time of the conversation tools as a point in time; an invalid date when it is not one. */
export const fromUtcText = (text: string) => new Date(pattern.test(text) ? `${text.replace(' ', 'T')}Z` : Number.NaN);

/** A point in time as the conversation tools write it: `YYYY-MM-DD HH:MM:SS` in UTC, the second it falls in. */
export const toUtcText = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

const isRealDateTime = (text: string) => {
  const date = fromUtcText(text);
  return !Number.isNaN(date.getTime()) && toUtcText(date) === text;
};

export const utcDateTime = z
  .string()
  .regex(pattern, { error: 'must be a UTC date-time of the form YYYY-MM-DD HH:MM:SS', abort: true })
  .refine(isRealDateTime, { error: 'must be a date-time that exists', abort: true })
  .refine((text) => isWithinDateBounds(fromUtcText(text)), dateBoundsRule);

/** Two date-times of which the first must be earlier; either may be absent. */
export const inOrder = (from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined || from < to;

/** Whether a range stays under six calendar months. */
export function isShortRange(from: Date, to: Date): boolean {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + longestRangeMonths);
  // The 31st of a month plus six may fall past a shorter month's end; the last day is meant.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return to < end;
}
