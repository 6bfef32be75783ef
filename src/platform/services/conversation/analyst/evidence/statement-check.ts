import { months, dayOrdinals } from '../../analysis/language/calendar-words.ts';
import type { Conversation } from '../../analysis/conversation.ts';
import type { Line } from '../transcript-lines.ts';
import { wordsOf } from './quotations.ts';

/** Figures, dates and names of a statement are looked up in this many lines before and after its evidence. */
const nearLines = 12;
const nearDueLines = 3;
/** A name with this many mentions in the call need not be near the evidence. */
const minMentions = 3;
const dayMs = 86_400_000;
const maxDueDays = 731;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const monthNames = months.split('|');
const calendarNames = new Set([...weekdays, ...monthNames]);
/** Names of months that can also be verbs. */
const unsureNames = new Set(['may', 'march']);
const ordinal = String.raw`\w+teenth|\w*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:twen|thir)tieth`;
const timeWord = new RegExp(
  String.raw`\d|\b(?:to(?:day|night|morrow)|days?|weeks?|weekend|months?|quarter|years?|noon|morning|afternoon|evening|${ordinal}|${[...calendarNames].join('|')})\b`,
);

/** In these languages every noun is capitalised. */
const capitalisedNouns = /^(?:de|lb|nds)\b/i;
const name = /(?<!^|[.!?:;“"„«(–—]\s?|^\W+)\b\p{Lu}[\p{L}\p{M}\p{N}]+/gu;
/** "Marcus will …" at the beginning, where other words are capitalised only for their position. */
const actor =
  /^(\p{Lu}\p{Ll}+) (?:\p{Lu}\p{Ll}+ )?(?:will|agree[sd]?|promise[sd]?|confirm(?:s|ed)|accept(?:s|ed)|offer(?:s|ed)|sign(?:s|ed)|said|says|ask(?:s|ed)|want(?:s|ed)|(?:is|was) going to)\b/u;
const pronouns = new Set('he she they it we you i both everyone everybody nobody who this that there'.split(' '));

export type Fault = 'figure' | 'name';

/** Checks what a statement claims against the lines near its evidence. */
export function createStatementCheck(conversation: Conversation, lines: readonly Line[]) {
  const { language, started_at: startedAt, participants } = conversation;
  const isEnglish = language == null || /^en\b/i.test(language.replace('_', '-'));
  const checksNames = !capitalisedNouns.test(language ?? 'en');
  const people = new Set(participants.flatMap((one) => wordsOf(one.name ?? '')));
  const mentions = new Map<string, number>();
  for (const word of lines.flatMap(({ text }) => wordsOf(text))) mentions.set(word, (mentions.get(word) ?? 0) + 1);
  const near = (line: number, distance: number) =>
    lines
      .slice(Math.max(0, line - distance), line + distance + 1)
      .map(({ text }) => text)
      .join('\n');

  return {
    /** Returns undefined if all numbers, dates and names of the text were said near the line or are those of `due`. */
    faultOf(text: string, line: number, due: string | null): Fault | undefined {
      const said = near(line, nearLines);
      const saidNumbers = new Set([...numbersIn(said), ...numbersIn(due?.replaceAll('-', ' ') ?? '')].flat());
      if (numbersIn(text).some((readings) => !readings.some((value) => saidNumbers.has(value)))) return 'figure';
      const saidWords = new Set([...wordsOf(said), ...(due === null ? [] : calendarWords(due))]);
      const dates = wordsOf(text).filter((word) => calendarNames.has(word) && !unsureNames.has(word));
      if (dates.some((word) => !saidWords.has(word))) return 'figure';
      if (!checksNames) return undefined;
      const first = isEnglish ? actor.exec(text)?.[1]?.toLowerCase() : undefined;
      const names = [...text.matchAll(name)].flatMap(([found]) => wordsOf(found));
      const isUnknown = (word: string) =>
        !saidWords.has(word) && !people.has(word) && (mentions.get(word) ?? 0) < minMentions && !pronouns.has(word);
      return [...names, ...(first === undefined ? [] : [first])].some(isUnknown) ? 'name' : undefined;
    },
    /** Whether the day is in the two years after the call and, in English, a time was mentioned near the line. */
    isDue(day: string, line: number): boolean {
      if (!startedAt) return false;
      // Days begin at midnight UTC, so the day of the call begins up to one day before the call.
      const days = (Date.parse(day) - startedAt.getTime()) / dayMs;
      if (days < -1 || days > maxDueDays) return false;
      return !isEnglish || timeWord.test(near(line, nearDueLines).toLowerCase());
    },
  };
}

function calendarWords(day: string): string[] {
  const date = new Date(day);
  return [weekdays[date.getUTCDay()] ?? '', monthNames[date.getUTCMonth()] ?? ''];
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const values = new Map<string, number>([
  ...small.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, index) => [word, 20 + 10 * index] as const),
  ...dayOrdinals.map((word, index) => [word, index + 1] as const),
  ['half', 0.5],
  ['dozen', 12],
]);
const scales = new Map<string, number>([
  ['hundred', 100],
  ...['thousand', 'grand', 'k', 'tausend', 'mille', 'mil'].map((word) => [word, 1000] as const),
  ...['million', 'm', 'mn', 'mio', 'millionen', 'millions', 'millones'].map((word) => [word, 1e6] as const),
  ...['billion', 'bn', 'mrd', 'milliarden', 'milliards'].map((word) => [word, 1e9] as const),
]);
const token = /\d(?:[\d.,'’]*\d)?|\p{L}+/gu;
/** Number words that often have another meaning. */
const ambiguous = new Set('one zero half first second'.split(' '));

/** A number in a text, with all that it may mean: "1.500" is 1500 or 1.5, "three eighty-nine" 389 or 3.89. */
type Readings = readonly number[];

/** Finds numbers in digits and in English words. */
export const numbersIn = (text: string): Readings[] =>
  runsOf(text).flatMap((run) => (isNumber(run) ? [readingsOf(run)] : []));

/** Returns runs of adjacent words that may form one number. */
function runsOf(text: string): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  let end = 0;
  const close = () => {
    runs.push(run);
    run = [];
  };
  for (const { 0: word, index } of text.toLowerCase().matchAll(token)) {
    if (/[^\s-]/.test(text.slice(end, index))) close();
    end = index + word.length;
    const isDigits = /^\d/.test(word);
    if (isDigits || (values.has(word) && /^\d/.test(run[0] ?? ''))) close();
    if (isDigits || values.has(word) || scales.has(word) || (run.length > 0 && /^(?:and|a)$/.test(word)))
      run.push(word);
    else close();
  }
  close();
  return runs;
}

const isNumber = ([first = '', second]: readonly string[]) =>
  /^(?:\d|(?:hundred|thousand|million|billion)$)/.test(first) ||
  (values.has(first) && !(second === undefined && ambiguous.has(first)));

function readingsOf(run: readonly string[]): Readings {
  const [first = ''] = run;
  const scale = run.slice(1).reduce((product, word) => product * (scales.get(word) ?? 1), 1);
  if (/^\d/.test(first)) return readingsOfDigits(first).flatMap((value) => (scale === 1 ? value : [value * scale]));
  const groups = groupsOf(run);
  const [head, ...tail] = groups;
  return [
    sumOf(run),
    ...groups,
    ...(tail.length > 0 ? [Number(groups.join('')), Number(`${head}.${tail.join('')}`)] : []),
  ];
}

/** Commas and points may separate thousands or decimals, or hours from minutes. */
function readingsOfDigits(digits: string): number[] {
  const compact = digits.replaceAll(/['’]/g, '');
  const whole = Number(compact.replaceAll(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.'));
  return [whole, Number(compact.replace(',', '.'))].filter((value) => !Number.isNaN(value));
}

/** "twenty twenty-six" is 20 and 26. */
function groupsOf(run: readonly string[]): number[] {
  const groups: number[] = [];
  for (const word of run) {
    const value = values.get(word);
    if (value === undefined || !Number.isInteger(value)) continue;
    const last = groups.at(-1) ?? 0;
    if (last >= 20 && last % 10 === 0 && value > 0 && value < 10) groups.splice(-1, 1, last + value);
    else groups.push(value);
  }
  return groups;
}

/** "two hundred and forty" is 240, "half a million" 500,000. */
function sumOf(run: readonly string[]): number {
  let total = 0;
  let group: number | undefined;
  for (const word of run) {
    const value = values.get(word);
    const scale = scales.get(word) ?? 1;
    if (value !== undefined) group = (group ?? 0) + value;
    else if (scale === 100) group = (group ?? 1) * 100;
    else if (scale > 1) {
      total += (group ?? 1) * scale;
      group = undefined;
    }
  }
  return total + (group ?? 0);
}
