import type { ArgumentBuilder } from '../../core/builder.ts';
import { invalidInput } from '../../core/input.ts';

export interface TimeRange {
  fromMs?: number | null | undefined;
  toMs?: number | null | undefined;
}

export const timeRangeArguments = (arg: ArgumentBuilder) => ({
  fromMs: arg.int({
    description:
      'Start of the time range, in milliseconds from the start of the activity. Also returns what began before this time and ended after it. Defaults to the beginning.',
  }),
  toMs: arg.int({
    description:
      'End of the time range, exclusive, in milliseconds from the start of the activity. Defaults to the end.',
  }),
});

/** @throws InvalidInputError naming `fromMs` or `toMs` */
export function readTimeRange({ fromMs = null, toMs = null }: TimeRange) {
  for (const [name, value] of Object.entries({ fromMs, toMs })) {
    if (value !== null && value < 0) throw invalidInput([name], `must not be negative; it is ${value}`);
  }
  if (fromMs !== null && toMs !== null && fromMs >= toMs) throw invalidInput(['fromMs'], 'must be before toMs');
  return { fromMs, toMs };
}

/** Whether a moment overlaps the range. A moment with an unknown end counts as having no duration. */
export function isInRange(
  { startMs, endMs }: { startMs: number; endMs: number | null },
  { fromMs, toMs }: ReturnType<typeof readTimeRange>,
): boolean {
  const endsAfterStart = fromMs === null || startMs >= fromMs || (endMs !== null && endMs > fromMs);
  return endsAfterStart && (toMs === null || startMs < toMs);
}
