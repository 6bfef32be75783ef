import { InvalidArgumentError } from 'commander';
import type { ConnectorKind } from '../tools/tool.ts';

/** Which service; `commander` shows what is refused. */
export function serviceKind(text: string): ConnectorKind {
  if (text === 'talent' || text === 'convo') return text;
  throw new InvalidArgumentError('It must be talent or convo.');
}

/** A point in time that is still to come: a date, which begins in UTC, or a date with time and zone. */
export function futureTime(text: string): Date {
  const time = new Date(text);
  const isWhole = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  if (!isWhole || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('It must be YYYY-MM-DD or a time like 2027-01-31T18:00:00Z.');
  }
  if (time <= new Date()) throw new InvalidArgumentError('It must be in the future.');
  return time;
}

/** A name that callers send: it must be there, and may not begin or end with a blank that nobody sees. */
export function exactName(text: string): string {
  if (text === '' || text.trim() !== text)
    throw new InvalidArgumentError('It must not be empty, nor begin or end with a blank.');
  if (text.length > 200) throw new InvalidArgumentError('It must not have more than 200 characters.');
  // PostgreSQL stores no text with it.
  if (text.includes('\0')) throw new InvalidArgumentError('It must not contain the character U+0000.');
  return text;
}

/** How many of something. */
export function count(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}
