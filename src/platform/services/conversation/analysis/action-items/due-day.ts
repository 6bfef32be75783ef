import { isWithinDateBounds } from '../../../../../tools/rules/date-bounds.ts';
import { joinLines, normalise } from '../language/normalise.ts';

const dayMs = 86_400_000;

/** Days are midnight in UTC. */
const addDays = (day: Date, days: number) => new Date(day.getTime() + days * dayMs);

const monthDay = (day: Date, { months, date }: { months: number; date: number }) =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, date));

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const friday = 5;

/** The first such weekday on `day` or after. */
const weekdayFrom = (day: Date, weekday: number) => addDays(day, (weekday - day.getUTCDay() + 7) % 7);

/** The Monday after `day`. */
const nextMonday = (day: Date) => weekdayFrom(addDays(day, 1), 1);

interface Period {
  first: Date;
  /** The day on which work promised for this period is due. */
  last: Date;
}

const single = (day: Date): Period => ({ first: day, last: day });

/** Work of a week is due on its Friday, that of a longer period on its last day. */
function periodOf(unit: string, { today, offset }: { today: Date; offset: number }): Period {
  if (unit === 'week') {
    const first = offset > 0 ? nextMonday(today) : today;
    return { first, last: weekdayFrom(first, friday) };
  }
  const length = { month: 1, quarter: 3 }[unit] ?? 12;
  const months = offset * length - (today.getUTCMonth() % length);
  return { first: monthDay(today, { months, date: 1 }), last: monthDay(today, { months: months + length, date: 0 }) };
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  );
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const dateOf = (text: string) => Number.parseInt(text, 10) || ordinals.indexOf(text.replace(' ', '-')) + 1;
const monthOf = (text: string) => monthNames.indexOf(text.slice(0, 3));

function countOf(text: string): number {
  if (/^an?$/.test(text)) return 1;
  return text.startsWith('a couple') ? 2 : Math.max(numbers.indexOf(text), Number.parseInt(text, 10) || 0);
}

/** The first such day from `today` and from the given year on, in the given month if there is one. */
function dayWith(today: Date, { date, month, year }: { date: number; month?: number; year?: number }) {
  const start = year === undefined ? today : new Date(Date.UTC(year, 0));
  for (let months = 0; months <= 12; months += 1) {
    const day = monthDay(start, { months, date });
    const isReal = day.getUTCDate() === date && (month === undefined || day.getUTCMonth() === month);
    if (isReal && day >= today) return day;
  }
  return undefined;
}

function afterWorkdays(today: Date, count: number): Date {
  let day = today;
  for (let left = Math.min(count, 1000); left > 0;) {
    day = addDays(day, 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day;
}

function afterUnits(today: Date, { count, unit }: { count: number; unit: string }): Date {
  if (unit.startsWith('hour')) return addDays(today, Math.floor(count / 24));
  if (unit.startsWith('week')) return addDays(today, 7 * count);
  if (!unit.startsWith('month')) return addDays(today, count);
  const lastDate = monthDay(today, { months: count + 1, date: 0 }).getUTCDate();
  return monthDay(today, { months: count, date: Math.min(today.getUTCDate(), lastDate) });
}

const weekday = `(?<weekday>${weekdays.join('|')})`;
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b';
const date = `(?<date>\\d{1,2}(?:st|nd|rd|th)?\\b|(?:${ordinals.toReversed().join('|').replaceAll('-', '[- ]')})\\b)`;
const year = '(?:,? (?<year>20\\d\\d))?';

type Groups = Readonly<Record<string, string | undefined>>;

interface Rule {
  pattern: string;
  read: (groups: Groups, today: Date) => Period | undefined;
  /** Names a time of day, so any other phrase in the sentence has priority. */
  isTimeOfDay?: true;
}

const optionalDay = (day: Date | undefined) => day && single(day);

const rules: readonly Rule[] = [
  {
    pattern: '(?:today|tonight|this (?:morning|afternoon|evening))',
    read: (_, today) => single(today),
  },
  {
    pattern:
      joinLines(String.raw`(?:(?:the )?end of (?:the |this |my )?day|eod|close of business|cob|noon|midday|lunch(?:time)?|the day is over|
      (?:in|within) (?:an?|the|\d+|\w+) (?:minutes?|hour))\b`),
    read: (_, today) => single(today),
    isTimeOfDay: true,
  },
  { pattern: '(?:the )?day after tomorrow', read: (_, today) => single(addDays(today, 2)) },
  { pattern: 'tomorrow', read: (_, today) => single(addDays(today, 1)) },
  {
    pattern: `(?:next week(?: on)? (?:${weekday})|(?:${weekday.replace('weekday', 'before')})(?: of)? next week)`,
    read: ({ weekday: name, before }, today) =>
      single(weekdayFrom(nextMonday(today), weekdays.indexOf(name ?? before ?? ''))),
  },
  {
    pattern: `(?<next>next )?(?:this |the )?(?:coming )?${weekday}`,
    read: ({ next, weekday: name = '' }, today) =>
      single(weekdayFrom(next ? nextMonday(today) : addDays(today, 1), weekdays.indexOf(name))),
  },
  {
    pattern: '(?<on>over |on |at |during )?(?:the|this) weekend',
    read: ({ on }, today) => single(weekdayFrom(today, on ? 0 : friday)),
  },
  {
    pattern: '(?<end>(?:the )?end of )?(?<which>(?:the|this|next) )(?<unit>week|month|quarter|year)',
    read: ({ end, which, unit = '' }, today) => {
      if (which === 'the ' && !end) return undefined;
      const period = periodOf(unit, { today, offset: which === 'next ' ? 1 : 0 });
      return end ? single(period.last) : period;
    },
  },
  {
    pattern: `(?<part>(?:the )?end of |mid[- ])${month}`,
    read: ({ part = '', month: name = '' }, today) => {
      const first = dayWith(monthDay(today, { months: 0, date: 1 }), { date: 1, month: monthOf(name) });
      return first && single(part.startsWith('mid') ? addDays(first, 14) : monthDay(first, { months: 1, date: 0 }));
    },
  },
  {
    pattern: `(?:(?:the )?${date} (?:of )?${month}|${month.replace('month', 'before')} (?:the )?${date.replace('date', 'after')})${year}`,
    read: ({ date: one, after, month: name, before, year: inYear }, today) =>
      optionalDay(
        dayWith(today, {
          date: dateOf(one ?? after ?? ''),
          month: monthOf(name ?? before ?? ''),
          ...(inYear !== undefined && { year: Number(inYear) }),
        }),
      ),
  },
  {
    pattern: `the ${date}(?=[.,;:!?]|$| (?:and|so|at|or|then|but|because|if|when|with)\\b)`,
    read: ({ date: one = '' }, today) => optionalDay(dayWith(today, { date: dateOf(one) })),
  },
  {
    pattern: String.raw`(?:in|within)(?: the next)? (?<count>a couple(?: of)?|an?|${numbers.join('|')}|\d{1,3}) (?:(?<workdays>(?:working|business|work) days?)|(?<unit>(?:hour|day|week|month)s?))`,
    read: ({ count = '', workdays, unit = '' }, today) =>
      single(workdays ? afterWorkdays(today, countOf(count)) : afterUnits(today, { count: countOf(count), unit })),
  },
];

const patterns = rules.map((rule) => ({
  ...rule,
  pattern: new RegExp(`\\b(?<limit>(?:by|before|no later than) |(?:for|on|until|till) )?${rule.pattern}\\b`, 'g'),
}));

/** "I can't on Friday", "not by Friday". */
const negation =
  /\b(?:not|never|cannot|(?:can|won|couldn|don|didn|isn|wasn)'t|(?:can't|cannot|can not|couldn't|won't)(?: \w+){1,3}) $/;
/** "last Friday", "every Friday", "we met on Friday". */
const pastOrRepeated = new RegExp(
  joinLines(String.raw`
  \b(?:last|past|previous|since|from|every|each|(?:met|said|sent|saw|spoke|told|wrote|was|were|did|discussed|talked|mentioned|agreed|
  asked|called|promised|started|happened|received)(?: (?:it|that|this|you|me|us|them|him|her|about it|about that))?) $`),
);

/** Joins the sentences of an action item: a request and the reply to it. */
export const partSeparator = ' – ';

/**
 * Finds the day by which an English action item is due: "by Friday", "tomorrow", "at the end of the month", "in two
 * weeks", "before March 3rd". Days are relative to the UTC day of `startedAt`: a weekday is the first one after it,
 * "next Friday" is in the following week. The last sentence that names a day counts; of several days in it, one after
 * "by" or "before", otherwise the first.
 * @returns `YYYY-MM-DD`; null if the text names no day
 */
export function findDueDay(text: string, startedAt: Date): string | null {
  const today = addDays(new Date(0), Math.floor(startedAt.getTime() / dayMs));
  for (const sentence of normalise(text).split(partSeparator).toReversed()) {
    const day = dayIn(sentence, today);
    if (day) return isWithinDateBounds(day) ? day.toISOString().slice(0, 10) : null;
  }
  return null;
}

function dayIn(sentence: string, today: Date): Date | undefined {
  const found = patterns.flatMap(({ pattern, read, isTimeOfDay = false }) =>
    Array.from(sentence.matchAll(pattern)).flatMap(({ 0: phrase, index, groups = {} }) => {
      const { limit = '' } = groups;
      // "today's numbers" names no day, "for tomorrow's call" does.
      const isPossessive = limit === '' && sentence.startsWith("'s", index + phrase.length);
      const isLimit = /^(?:by|before|no)/.test(limit);
      const preceding = sentence.slice(0, index);
      const isOther = isPossessive || negation.test(preceding) || (!isLimit && pastOrRepeated.test(preceding));
      if (isOther) return [];
      const period = read(groups, today);
      if (!period) return [];
      const isBefore = limit === 'before ' && !isTimeOfDay && !phrase.includes(' end of ');
      const day = isBefore ? addDays(period.first, -1) : period.last;
      const rank = isTimeOfDay ? 2 : isLimit ? 0 : 1;
      return [{ day: day < today ? today : day, rank, index, length: phrase.length }];
    }),
  );
  return found.toSorted((a, b) => a.rank - b.rank || a.index - b.index || b.length - a.length)[0]?.day;
}
