import type { ExperienceRecord } from '../../../tools/talent/signal.ts';

/** A position counts for another year after its end date, because end dates can be early and profiles outdated. */
const maxMonthsAfterEnd = 12;
/** Founders talk about a company before it is on their profile. */
const maxMonthsBeforeStart = 6;

/** How a position relates to the time of a conversation. */
export type Employment = 'COVERS' | 'ENDED' | 'BEGINS';

/**
 * Tells whether someone had a position at a time, had left it at most 12 months before, or began it at most six months
 * later. Returns null if the position began even later, ended earlier, or ended at an unknown time. A year or month as a
 * date means all of its days.
 */
export function employmentAt(
  { startDate, endDate, isCurrent }: Pick<ExperienceRecord, 'startDate' | 'endDate' | 'isCurrent'>,
  at: Date,
): Employment | null {
  if (startDate && firstDay(startDate) > at) {
    const start = firstDay(startDate);
    start.setUTCMonth(start.getUTCMonth() - maxMonthsBeforeStart);
    return start <= at ? 'BEGINS' : null;
  }
  if (!endDate) return isCurrent === false ? null : 'COVERS';
  const end = dayAfter(endDate);
  if (end > at) return 'COVERS';
  end.setUTCMonth(end.getUTCMonth() + maxMonthsAfterEnd);
  return end > at ? 'ENDED' : null;
}

/** The first day of a date such as `2025`, `2025-03` or `2025-03-14`. */
const firstDay = (date: string) => new Date(`${date}${'-01-01'.slice(date.length - 4)}T00:00:00Z`);

/** The first day after the year, month or day that a date means. */
function dayAfter(date: string): Date {
  const end = firstDay(date);
  const [, month, day] = date.split('-');
  if (day) end.setUTCDate(end.getUTCDate() + 1);
  else if (month) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}
