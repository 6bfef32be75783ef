import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { origin } from '../config/config-values.ts';
import { exactName, toolPrefix, uuid } from '../../tools/rules/field-rules.ts';

export function emailArguments(text: string, previous: string[] = []): string[] {
  if (z.email().safeParse(text).success) return [...previous, text];
  throw new InvalidArgumentError('It must be an email address.');
}

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

const parseWith = (rule: z.ZodType<string, string>) => (text: string) => {
  const { data, error } = rule.safeParse(text);
  if (data !== undefined) return data;
  throw new InvalidArgumentError(error?.issues.map(({ message }) => `It ${message}.`).join(' ') ?? '');
};

export const nameArgument = parseWith(exactName);

export const prefixArgument = parseWith(toolPrefix);

export const uuidArgument = parseWith(uuid);

export const originArgument = parseWith(origin);

const wholeNumber =
  ({ min, max = 999_999_999, rule = '' }: { min: number; max?: number; rule?: string }) =>
  (text: string): number => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number${rule}.`);
  };

export const count = wholeNumber({ min: 0 });

export const deliveryLimit = wholeNumber({ min: 1, rule: ' from 1' });

export const overlapMinutes = wholeNumber({ min: 1, max: 10_080, rule: ' of minutes from 1 to 10080 (a week)' });

export const overlapHours = wholeNumber({ min: 0, max: 168, rule: ' of hours from 0 to 168 (a week)' });
