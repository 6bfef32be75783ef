import { z } from 'zod';
import type { InputIssue } from './input-issues.ts';

/** Bounds of input dates in epoch ms: filters take epoch milliseconds without a sign, and years have four digits. */
const minTime = 0;
const maxTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const dateBoundsRule = 'must be between 1970 and 9999';

export const isWithinDateBounds = (date: Date) => date.getTime() >= minTime && date.getTime() <= maxTime;

/** Clamps a computed time; input dates outside the bounds are rejected instead. */
export const boundedDate = (epochMs: number) => new Date(Math.min(Math.max(epochMs, minTime), maxTime));

export const epochMs = z
  .int('must be whole epoch milliseconds')
  .min(minTime, dateBoundsRule)
  .max(maxTime, dateBoundsRule);

/** Tolerated difference between the clock of a client or server and the clock of the service. */
const clockToleranceMs = 10 * 60_000;

export const latestAcceptedTime = (now: Date, toleranceMs = clockToleranceMs) =>
  boundedDate(now.getTime() + toleranceMs);

const futureRule = 'must not be in the future';

export const pastDate = (now: Date, toleranceMs?: number) =>
  z.date().max(latestAcceptedTime(now, toleranceMs), futureRule);

export function futureIssues(times: Record<string, Date | null | undefined>, now: Date): InputIssue[] {
  const latest = latestAcceptedTime(now);
  return Object.entries(times).flatMap(([name, time]) =>
    time && time > latest ? [{ path: [name], message: futureRule }] : [],
  );
}

const startOfDay = (day: string) => new Date(`${day}T00:00:00Z`);

const isRealDay = (day: string) => {
  const date = startOfDay(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** A UTC day in the input of a tool: `YYYY-MM-DD`. */
export const calendarDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a date of the form YYYY-MM-DD', abort: true })
  .refine(isRealDay, { error: 'must be a day that exists', abort: true })
  .refine((day) => isWithinDateBounds(startOfDay(day)), dateBoundsRule);
