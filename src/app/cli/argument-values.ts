import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { origin } from '../config/config-values.ts';
import { exactName, toolPrefix, uuid } from '../../tools/rules/field-rules.ts';
import type { ConnectorKind } from '../../tools/tool.ts';

export function serviceKind(text: string): ConnectorKind {
  if (text === 'talent' || text === 'convo') return text;
  throw new InvalidArgumentError('It must be talent or convo.');
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

const maxOverlapMinutes = 10_080;

export function overlapMinutes(text: string): number {
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (minutes >= 1 && minutes <= maxOverlapMinutes) return minutes;
  throw new InvalidArgumentError(`It must be a whole number of minutes from 1 to ${maxOverlapMinutes} (a week).`);
}

const maxOverlapHours = 168;

export function overlapHours(text: string): number {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : Infinity;
  if (hours <= maxOverlapHours) return hours;
  throw new InvalidArgumentError(`It must be a whole number of hours from 0 to ${maxOverlapHours} (a week).`);
}

export function count(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

export function deliveryLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
