import type { ExperienceRecord } from '../../../tools/talent/signal.ts';

/** People keep working, and profiles lag: a position counts for conversations up to a year after its end. */
const maxMonthsAfterEnd = 12;

/**
 * Tells whether someone had a position at a time, or had left it at most 12 months before. A year or month as a date
 * means all of its days. Null if they began later, left earlier, or left at an unknown time.
 */
export function employmentAt(
  { startDate, endDate, isCurrent }: Pick<ExperienceRecord, 'startDate' | 'endDate' | 'isCurrent'>,
  at: Date,
): 'COVERS' | 'ENDED' | null {
  if (startDate && firstDay(startDate) > at) return null;
  if (!endDate) return isCurrent === false ? null : 'COVERS';
  const end = dayAfter(endDate);
  if (end > at) return 'COVERS';
  end.setUTCMonth(end.getUTCMonth() + maxMonthsAfterEnd);
  return end > at ? 'ENDED' : null;
}

const firstDay = (date: string) => new Date(`${date}${'-01-01'.slice(date.length - 4)}T00:00:00Z`);

function dayAfter(date: string): Date {
  const end = firstDay(date);
  const [, month, day] = date.split('-');
  if (day) end.setUTCDate(end.getUTCDate() + 1);
  else if (month) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}
