import type { CheckedCall, Fact } from './checked-calls.ts';

export interface Checked {
  missing: Fact[];
  /** Idle turns (small talk, acknowledgements) of which the summary quotes four words in a row. */
  idle: string[];
}

/** Finds the facts of a checklist that a summary lacks, and the idle turns that it quotes. */
export function checkSummary(
  summary: string,
  { facts, idle, conversation: { segments } }: Pick<CheckedCall, 'facts' | 'idle' | 'conversation'>,
): Checked {
  const statements = statementsOf(summary);
  const relevant = new Set(segments.flatMap(({ text }) => (isIdle(text, idle) ? [] : phrases(text))));
  const said = new Set(phrases(summary));
  return {
    missing: facts.filter((fact) => !statements.some((statement) => contains(statement, fact))),
    idle: idle.filter((text) => phrases(text).some((phrase) => said.has(phrase) && !relevant.has(phrase))),
  };
}

/** Splits a summary; "Ann: 2 days; 3 nights" becomes "Ann: 2 days" and "Ann: 3 nights". */
const statementsOf = (summary: string) =>
  summary.split(/\n|(?<![\w'’])(?=\p{Lu}[\w'’-]+(?: \p{Lu}[\w'’-]+)?(?:: |, asked ))/u).flatMap((block) => {
    const [, name = '', text = ''] = /^(\p{Lu}[\w'’-]+(?: [\w'’-]+)?: )?(.*)$/su.exec(block) ?? [];
    return text.split('; ').map((one) => `${name}${one}`);
  });

const isIdle = (text: string, idle: readonly string[]) => idle.some((one) => text.includes(one));

const contains = (statement: string, { groups }: Fact) =>
  groups.every((group) => group.some((word) => new RegExp(`\\b${word}`, 'i').test(statement)));

const phraseWords = 4;

function phrases(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return words.slice(phraseWords - 1).map((_, index) => words.slice(index, index + phraseWords).join(' '));
}
