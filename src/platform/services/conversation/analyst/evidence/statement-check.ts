import { months } from '../../analysis/language/calendar-words.ts';
import type { Conversation } from '../../analysis/conversation.ts';
import type { Line } from '../transcript-lines.ts';
import { wordsOf } from './quotations.ts';
import { numbersIn } from './spoken-numbers.ts';

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
/** Months whose names are also verbs. */
const ambiguousMonths = new Set(['may', 'march']);
const ordinal = String.raw`\w+teenth|\w*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:twen|thir)tieth`;
const timeWord = new RegExp(
  String.raw`\d|\b(?:to(?:day|night|morrow)|days?|weeks?|weekend|months?|quarter|years?|noon|morning|afternoon|evening|${ordinal}|${[...calendarNames].join('|')})\b`,
);

/** In these languages every noun is capitalised. */
const capitalisedNouns = /^(?:de|lb|nds)\b/i;
/** A capitalised word that does not begin a sentence: "Marcus" in "then Marcus said". */
const name = /(?<!^|[.!?:;“"„«(–—]\s?|^\W+)\b\p{Lu}[\p{L}\p{M}\p{N}]+/gu;
/** "Marcus will …" at the beginning, where other words are capitalised only for their position. */
const actor =
  /^(\p{Lu}\p{Ll}+) (?:\p{Lu}\p{Ll}+ )?(?:will|agree[sd]?|promise[sd]?|confirm(?:s|ed)|accept(?:s|ed)|offer(?:s|ed)|sign(?:s|ed)|said|says|ask(?:s|ed)|want(?:s|ed)|(?:is|was) going to)\b/u;
const pronouns = new Set('he she they it we you i both everyone everybody nobody who this that there'.split(' '));

/** Checks what a statement claims against the lines near its evidence. */
export function createStatementCheck(conversation: Conversation, lines: readonly Line[]) {
  const { language, started_at: startedAt, participants } = conversation;
  const isEnglish = language == null || /^en\b/i.test(language.replace('_', '-'));
  const checksNames = !capitalisedNouns.test(language ?? 'en');
  const people = new Set(participants.flatMap((one) => wordsOf(one.name ?? '')));
  const mentions = new Map<string, number>();
  for (const word of lines.flatMap(({ text }) => wordsOf(text))) mentions.set(word, (mentions.get(word) ?? 0) + 1);
  const textNear = (line: number, distance: number) =>
    lines
      .slice(Math.max(0, line - distance), line + distance + 1)
      .map(({ text }) => text)
      .join('\n');

  return {
    /** Returns undefined if all numbers, dates and names of the text were said near the line or are those of `due`. */
    faultOf(text: string, line: number, due: string | null): 'figure' | 'name' | undefined {
      const said = textNear(line, nearLines);
      const saidNumbers = new Set([...numbersIn(said), ...numbersIn(due?.replaceAll('-', ' ') ?? '')].flat());
      if (numbersIn(text).some((readings) => !readings.some((value) => saidNumbers.has(value)))) return 'figure';
      const saidWords = new Set([...wordsOf(said), ...(due === null ? [] : calendarWords(due))]);
      const dates = wordsOf(text).filter((word) => calendarNames.has(word) && !ambiguousMonths.has(word));
      if (dates.some((word) => !saidWords.has(word))) return 'figure';
      if (!checksNames) return undefined;
      const leadingName = isEnglish ? actor.exec(text)?.[1]?.toLowerCase() : undefined;
      const names = [...text.matchAll(name)].flatMap(([found]) => wordsOf(found));
      const isUnknown = (word: string) =>
        !saidWords.has(word) && !people.has(word) && (mentions.get(word) ?? 0) < minMentions && !pronouns.has(word);
      return [...names, ...(leadingName === undefined ? [] : [leadingName])].some(isUnknown) ? 'name' : undefined;
    },
    /** Whether the day is in the two years after the call and, in English, a time was mentioned near the line. */
    isDue(day: string, line: number): boolean {
      if (!startedAt) return false;
      // Days begin at midnight UTC, so the day of the call begins up to one day before the call.
      const days = (Date.parse(day) - startedAt.getTime()) / dayMs;
      if (days < -1 || days > maxDueDays) return false;
      return !isEnglish || timeWord.test(textNear(line, nearDueLines).toLowerCase());
    },
  };
}

function calendarWords(day: string): string[] {
  const date = new Date(day);
  return [weekdays[date.getUTCDay()] ?? '', monthNames[date.getUTCMonth()] ?? ''];
}
