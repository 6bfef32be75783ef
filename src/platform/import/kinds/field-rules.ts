import { z } from 'zod';
import { dateBoundsRule, epochMs } from '../../../tools/rules/date-bounds.ts';
import { isWellFormedText, wellFormedTextRule } from '../../../tools/rules/well-formed-text.ts';
import { instant } from '../../../tools/wire.ts';

/** Maximum length of a name in characters, so that it fits into an index entry of PostgreSQL. */
const maxNameLength = 500;
export const maxTextLength = 20_000;

export const textOrNone = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `must be at most ${maxLength.toLocaleString('en-US')} characters`)
    .refine(isWellFormedText, wellFormedTextRule)
    .refine((value) => !value.includes('\uFFFD'), 'must not contain U+FFFD, the replacement for invalid UTF-8');
export const text = (maxLength: number) => textOrNone(maxLength).min(1, 'must not be empty');
export const name = text(maxNameLength);
export const email = z.email('must be an email address');

const isoDate = z.iso.date();
const isoDateTime = z.iso.datetime({ offset: true });
// The most frequent format comes first, because a failed parse is expensive.
const isPointInTime = (value: string) =>
  isoDateTime.safeParse(value).success ||
  isoDate.safeParse(value).success ||
  isoDateTime.safeParse(`${value.replace(' ', 'T')}Z`).success;
const timeRule = 'must be ISO 8601 with an offset, YYYY-MM-DD HH:MM:SS in UTC, or epoch milliseconds';
const timeText = z
  .string()
  .refine(isPointInTime, { error: timeRule, abort: true })
  .refine((value) => instant.safeParse(value).success, dateBoundsRule);
export const pointInTime = z.union([timeText, epochMs], timeRule);
