import { tokeniserFor } from './unicode-tokeniser.ts';
import type { Conversation } from '../conversation.ts';
import { loadEnglish } from './english-tokeniser.ts';
import { restoreBorders } from './sentence-boundaries.ts';
import type { Reading, Sentence, Token, Tokeniser } from './sentence.ts';
import { timeAt, type Turn, turnsOf } from './turn.ts';

/** More words than that without an end are no sentence but a transcript without marks. */
const mostWords = 80;

/** Takes a transcript apart into turns, sentences and words. */
export async function readConversation({
  segments,
  language,
}: Pick<Conversation, 'segments' | 'language'>): Promise<Reading & { tokenise: Tokeniser }> {
  const { isEnglish, tokenise } = await languageOf(language);
  const { turns, isPunctuated } = turnsOf(segments, { isEnglish });
  const sentences = turns.flatMap((turn, index) =>
    tokenise(turn.text)
      .flatMap((tokens) => (isPunctuated ? cutLong(tokens) : restoreBorders(tokens, { turn, isEnglish })))
      .flatMap((tokens) => sentenceOf(turn, index, tokens)),
  );
  return { isEnglish, tokenise, sentences: sentences.toSorted((a, b) => a.startMs - b.startMs) };
}

async function languageOf(language: string | null | undefined) {
  const locale = language?.replace('_', '-') ?? 'en';
  const isEnglish = /^en\b/i.test(locale);
  return { isEnglish, tokenise: isEnglish ? await loadEnglish() : tokeniserFor(knownLocale(locale)) };
}

function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'und';
  } catch {
    return 'und';
  }
}

function cutLong(tokens: Token[]): Token[][] {
  if (tokens.length <= mostWords * 2) return [tokens];
  const half = mostWords / 2;
  return Array.from({ length: Math.ceil(tokens.length / half) }, (_, index) =>
    tokens.slice(index * half, (index + 1) * half),
  );
}

function sentenceOf(turn: Turn, index: number, tokens: Token[]): Sentence[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  const words = tokens.flatMap((token, at) => {
    if (!token.isWord) return [];
    const before = tokens[at - 1];
    return {
      normal: token.normal,
      lemma: token.lemma,
      partOfSpeech: token.partOfSpeech,
      isContent: token.isContent,
      startMs: timeAt(turn, token.from),
      endMs: timeAt(turn, token.to),
      followsMark: before !== undefined && !before.isWord && before.normal !== '-',
    };
  });
  if (!first || !last || words.length === 0) return [];
  return [
    {
      participantId: turn.participantId,
      turn: index,
      text: turn.text.slice(first.from, last.to),
      words,
      startMs: timeAt(turn, first.from),
      endMs: timeAt(turn, last.to),
    },
  ];
}
