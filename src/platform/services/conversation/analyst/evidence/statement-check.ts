import { months } from '../../analysis/language/calendar-words.ts';
import type { Conversation } from '../../analysis/conversation.ts';
import { numbersIn } from './spoken-numbers.ts';
import type { Line } from '../transcript-lines.ts';
import { wordsOf } from './words.ts';

/** Lines before and after the evidence in which figures, dates and names of a statement are looked up. */
const nearLines = 12;
const nearDueLines = 3;
/** A name with this many mentions in the call need not be near the evidence. */
const minMentions = 3;
const dayMs = 86_400_000;
const maxDueDays = 731;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const monthNames = months.split('|');
const calendarNames = new Set([...weekdays, ...monthNames]);
/** "may" and "march" are verbs, too. */
const unsureNames = new Set(['may', 'march']);
const ordinal = String.raw`\w+teenth|\w*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:twen|thir)tieth`;
const timeWord = new RegExp(
  String.raw`\d|\b(?:to(?:day|night|morrow)|days?|weeks?|weekend|months?|quarter|years?|noon|morning|afternoon|evening|${ordinal}|${[...calendarNames].join('|')})\b`,
);

/** In these languages every noun is capitalised. */
const capitalisedNouns = /^(?:de|lb|nds)\b/i;
const name = /(?<!^|[.!?:;“"„«(–—]\s?|^\W+)\b\p{Lu}[\p{L}\p{M}\p{N}]+/gu;
/** "Marcus will …" at the beginning; other words there may be capitalised for their position only. */
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
    /** Undefined if numbers, dates and names of the text were said near the line. `due` has been checked before. */
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
    /** Whether the day lies between the call and two years later, and a time was mentioned near the line. */
    isDue(day: string, line: number): boolean {
      if (!startedAt) return false;
      // The clock of a participant may be a day ahead.
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
