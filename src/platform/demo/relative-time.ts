const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;

/** Daily working hours from Monday to Friday, in milliseconds since midnight UTC. */
const workday = { fromMs: 8 * hourMs, toMs: 17 * hourMs };
const workdayMs = workday.toMs - workday.fromMs;
/** The last hour before `now` does not count as working time, so that every demo conversation has ended by `now`. */
const restMs = hourMs;

const relativeTime = /"(now|date|month|year|epoch|work)-(\d+)d(?: (\d\d):(\d\d):(\d\d))?(?:\+(\d+))?"/g;

const formats: Readonly<Record<string, (time: Date) => string | number>> = {
  date: (time) => time.toISOString().slice(0, 10),
  month: (time) => time.toISOString().slice(0, 7),
  year: (time) => time.toISOString().slice(0, 4),
  epoch: (time) => time.getTime(),
};

/**
 * Replaces the relative times in JSON text, so that demo data always looks recent:
 *
 * - `now-12d 03:04:05` becomes the time 12 days, 3 hours, 4 minutes and 5 seconds before `now`, in ISO 8601
 * - `date-…`, `month-…` and `year-…` become `YYYY-MM-DD`, `YYYY-MM` and `YYYY`; `epoch-…` becomes epoch milliseconds
 * - `work-4d 05:00:00+60000` goes back four working days of nine hours and five working hours, then adds 60,000 ms
 */
export const resolveRelativeTimes = (json: string, now: Date): string =>
  json.replace(
    relativeTime,
    (_, form: string, days: string, hours = '0', minutes = '0', seconds = '0', addedMs = '0') => {
      const clockMs = Number(hours) * hourMs + Number(minutes) * 60 * secondMs + Number(seconds) * secondMs;
      const start =
        form === 'work'
          ? workingTimeBefore(now, Number(days) * workdayMs + clockMs)
          : new Date(now.getTime() - Number(days) * dayMs - clockMs);
      const time = new Date(start.getTime() + Number(addedMs));
      return JSON.stringify(formats[form]?.(time) ?? time.toISOString());
    },
  );

function workingTimeBefore(now: Date, workingMs: number): Date {
  let leftMs = workingMs;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  for (let day = today; ; day -= dayMs) {
    const fromMs = day + workday.fromMs;
    const toMs = Math.min(day + workday.toMs, now.getTime() - restMs);
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (isWeekend || toMs <= fromMs) continue;
    if (leftMs < toMs - fromMs) return new Date(toMs - leftMs);
    leftMs -= toMs - fromMs;
  }
}
