import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { origin, wholeNumber } from '../config/config-values.ts';
import { exactName, toolPrefix, uuid } from '../../tools/rules/field-rules.ts';

/** Parses a date, which means midnight UTC, or a date with a time and a time zone. */
export function pointInTime(text: string): Date {
  const time = new Date(text);
  const isComplete = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  if (!isComplete || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('It must be YYYY-MM-DD or a time like 2027-01-31T18:00:00Z.');
  }
  return time;
}

export function futureTime(text: string): Date {
  const time = pointInTime(text);
  if (time <= new Date()) throw new InvalidArgumentError('It must be in the future.');
  return time;
}

const parseWith =
  <Value>(rule: z.ZodType<Value, string>) =>
  (text: string): Value => {
    const { data, error } = rule.safeParse(text);
    if (data !== undefined) return data;
    throw new InvalidArgumentError(error?.issues.map(({ message }) => `It ${message}.`).join(' ') ?? '');
  };

export const nameArgument = parseWith(exactName);

export const prefixArgument = parseWith(toolPrefix);

export const uuidArgument = parseWith(uuid);

export const originArgument = parseWith(origin);

const emailArgument = parseWith(z.email('must be an email address'));

export const emailArguments = (text: string, previous: string[] = []) => [...previous, emailArgument(text)];

const maxCount = 999_999_999;

export const count = parseWith(wholeNumber({ min: 0, max: maxCount }));

export const deliveryLimit = parseWith(wholeNumber({ min: 1, max: maxCount }));

/** Minutes for which an old and a new API key are both valid: at most a week. */
export const overlapMinutes = parseWith(wholeNumber({ min: 1, max: 10_080, unit: 'minutes' }));

/** Hours for which an old and a new webhook secret are both valid: at most a week. */
export const overlapHours = parseWith(wholeNumber({ min: 0, max: 168, unit: 'hours' }));
