import { isWithinDateBounds } from '../../../../../tools/rules/date-bounds.ts';
import { months, dayOrdinals } from '../language/calendar-words.ts';
import { joinLines, normalise } from '../language/normalise.ts';

const dayMs = 86_400_000;

/** All days are midnight in UTC. */
const addDays = (day: Date, days: number) => new Date(day.getTime() + days * dayMs);

/** Returns day `date` of the month that is `offset` months after the month of `day`. */
const dayOfMonth = (day: Date, offset: number, date: number) =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset, date));

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const [sunday, monday, friday] = [0, 1, 5];

/** Returns the first day with this weekday, on or after `day`. */
const weekdayFrom = (day: Date, weekday: number) => addDays(day, (weekday - day.getUTCDay() + 7) % 7);

/** The Monday after `day`. */
const nextMonday = (day: Date) => weekdayFrom(addDays(day, 1), monday);

/** A task due before the period is due on the day before `first`; a task due in the period is due on `last`. */
interface Period {
  first: Date;
  last: Date;
}

const single = (day: Date): Period => ({ first: day, last: day });

/** Tasks of a week are due on its Friday, tasks of a longer period on its last day. */
function periodOf(unit: string, today: Date, { isNext }: { isNext: boolean }): Period {
  if (unit === 'week') {
    const first = isNext ? nextMonday(today) : today;
    return { first, last: weekdayFrom(first, friday) };
  }
  const lengthInMonths = { month: 1, quarter: 3 }[unit] ?? 12;
  const start = (isNext ? lengthInMonths : 0) - (today.getUTCMonth() % lengthInMonths);
  return { first: dayOfMonth(today, start, 1), last: dayOfMonth(today, start + lengthInMonths, 0) };
}

const shortMonths = months.split('|').map((name) => name.slice(0, 3));
const numberWords = ['a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const unitDays: Readonly<Record<string, number>> = { hour: 1 / 24, day: 1, week: 7 };

type Groups = Readonly<Partial<Record<string, string>>>;

/** Returns the first day from `today` on with this date, month and year; null if none exists or its weekday differs. */
function dayWith(today: Date, { date = '1', weekday, month, year }: Groups): Period | null {
  const start = year === undefined ? today : new Date(Date.UTC(Number(year), 0));
  const number = Number.parseInt(date, 10) || dayOrdinals.indexOf(date.replace(' ', '-')) + 1;
  for (let offset = 0; offset <= (year === undefined ? 12 : 11); offset += 1) {
    const day = dayOfMonth(start, offset, number);
    const isReal = day.getUTCDate() === number && (!month || shortMonths[day.getUTCMonth()] === month.slice(0, 3));
    if (isReal && day >= today) return !weekday || weekdays[day.getUTCDay()] === weekday ? single(day) : null;
  }
  return null;
}

const weekday = `(?<weekday>${weekdays.join('|')})`;
const month = `(?<month>${months}|${shortMonths.join('|')}|sept)\\b`;
const date = `(?<date>\\d{1,2}(?:st|nd|rd|th)?\\b|(?:${dayOrdinals.toReversed().join('|').replaceAll('-', '[- ]')})\\b)`;

interface Rule {
  pattern: string;
  /** Returns null for a day that does not exist, such as February 30th, and undefined if the phrase names no day. */
  read: (groups: Groups, today: Date) => Period | null | undefined;
  /** The phrase names a time of day, so any other phrase in the sentence has priority. */
  isTimeOfDay?: true;
}

const rules: readonly Rule[] = [
  { pattern: '(?:today|tonight|this (?:morning|afternoon|evening))', read: (_, today) => single(today) },
  {
    pattern: joinLines(String.raw`
      (?:(?:the )?end of (?:the |this |my )?day|eod|close of business|cob|noon|midday|lunch(?:time)?|the day is over|
      (?:in|within) (?:an?|the|\d+|\w+) (?:minutes?|hour))`),
    read: (_, today) => single(today),
    isTimeOfDay: true,
  },
  {
    pattern: '(?<after>(?:the )?day after )?tomorrow',
    read: ({ after }, today) => single(addDays(today, after ? 2 : 1)),
  },
  {
    pattern: `(?:(?<next>next )(?:week(?: on)? )?|this |the )?${weekday}(?<week>(?: of)? next week)?`,
    read: ({ next, week, weekday: name = '' }, today) =>
      single(weekdayFrom(next || week ? nextMonday(today) : addDays(today, 1), weekdays.indexOf(name))),
  },
  {
    pattern: '(?<during>over |at |during )?(?:the|this) weekend',
    read: ({ during, preposition }, today) => {
      // Due on Friday by and before the weekend, and on Sunday over the weekend. `first` only serves "before".
      const last = weekdayFrom(today, during || preposition === 'on ' ? sunday : friday);
      return { first: addDays(last, 1), last };
    },
  },
  {
    pattern: '(?<end>(?:the )?end of )?(?<which>the|this|next) (?<unit>week|month|quarter|year)',
    read: ({ end, which, unit = '' }, today) => {
      if (which === 'the' && !end) return undefined;
      const period = periodOf(unit, today, { isNext: which === 'next' });
      return end ? single(period.last) : period;
    },
  },
  {
    pattern: `(?:the )?end of ${month}`,
    read: (groups, today) => {
      const first = dayWith(dayOfMonth(today, 0, 1), groups)?.first;
      return first && single(dayOfMonth(first, 1, 0));
    },
  },
  ...[
    `(?:the )?${date} (?:of )?${month}(?:,? (?<year>20\\d\\d))?`,
    `${month} (?:the )?${date}(?:,? (?<year>20\\d\\d))?`,
    `the ${date}(?=[.,;:!?]|$| (?:and|so|at|or|then|but|because|if|when|with)\\b)`,
  ].map((pattern): Rule => ({
    pattern: `(?:${weekday},? )?${pattern}`,
    read: (groups, today) => dayWith(today, groups),
  })),
  {
    pattern: `(?:in|within)(?: the next)? (?<count>an|${numberWords.join('|')}|\\d{1,3}) (?<unit>hour|day|week|month)s?`,
    read: ({ count = '', unit = '' }, today) => {
      // The last alternative is for "an".
      const units = Number.parseInt(count, 10) || numberWords.indexOf(count) + 1 || 1;
      const days = unitDays[unit];
      // Every month has a day 28.
      return single(
        days === undefined ? dayOfMonth(today, units, Math.min(today.getUTCDate(), 28)) : addDays(today, units * days),
      );
    },
  },
];

const patterns = rules.map((rule) => ({
  ...rule,
  pattern: new RegExp(`\\b(?<preposition>(?:by|before|no later than) |(?:for|on|until|till) )?${rule.pattern}\\b`, 'g'),
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
 * weeks", "before March 3rd". Days are relative to the UTC day of `startedAt`: a weekday is the first after that day,
 * "next Friday" is in the following week. The last sentence that names a day counts. If it names several days, a day
 * after "by" or "before" counts, otherwise the first day.
 * @returns `YYYY-MM-DD`; null if the text names no day, or a day that does not exist, such as "Tuesday the eighth" if
 * the eighth is a Sunday
 */
export function findDueDay(text: string, startedAt: Date): string | null {
  const today = addDays(new Date(0), Math.floor(startedAt.getTime() / dayMs));
  for (const sentence of normalise(text).split(partSeparator).toReversed()) {
    const day = dayIn(sentence, today);
    if (day !== undefined) return day && isWithinDateBounds(day) ? day.toISOString().slice(0, 10) : null;
  }
  return null;
}

/** "Right away", "after lunch", "by three". */
const soon =
  /\b(?:asap|right (?:now|away)|straight away|as soon as (?:possible|i|we)\b(?! can do)|(?:next|this) (?:sprint|meeting|time|minute)|(?:straight |right )?after (?:this|lunch|work|the call|we hang up)|before (?:i|we) (?:go|leave|close)|(?:till|until) then|by (?:one|two|three|four|five|six|\d{1,2}))\b/;

/** Whether a normalised text says by when: "by Friday", "right away". */
export const namesDeadline = (text: string) => soon.test(text) || dayIn(text, new Date(0)) !== undefined;

/** The phrase with the lowest rank names the day: "by Friday" before "on Monday" before "at noon". */
const ranks = { limit: 0, day: 1, timeOfDay: 2 };

/** Returns null for a day that does not exist, and undefined if the sentence names no day. */
function dayIn(sentence: string, today: Date): Date | null | undefined {
  const found = patterns.flatMap(({ pattern, read, isTimeOfDay = false }) =>
    Array.from(sentence.matchAll(pattern)).flatMap(({ 0: phrase, index, groups = {} }) => {
      const { preposition = '' } = groups;
      // "today's numbers" names no day, "for tomorrow's call" does.
      const isPossessive = preposition === '' && sentence.startsWith("'s", index + phrase.length);
      const isLimit = /^(?:by|before|no)/.test(preposition);
      const preceding = sentence.slice(0, index);
      if (isPossessive || negation.test(preceding) || (!isLimit && pastOrRepeated.test(preceding))) return [];
      const period = read(groups, today);
      if (period === undefined) return [];
      const isBefore = preposition === 'before ' && !isTimeOfDay && !phrase.includes(' end of ');
      const day = period && (isBefore ? addDays(period.first, -1) : period.last);
      const rank = isTimeOfDay ? ranks.timeOfDay : ranks[isLimit ? 'limit' : 'day'];
      return [{ day: day && day < today ? today : day, rank, index, length: phrase.length }];
    }),
  );
  return found.toSorted((a, b) => a.rank - b.rank || a.index - b.index || b.length - a.length)[0]?.day;
}
