import type { Conversation } from '../conversation.ts';
import { loadEnglishTokeniser } from './english-tokeniser.ts';
import { splitUnpunctuated } from './sentence-boundaries.ts';
import type { ParsedConversation, Sentence, Token, Tokeniser } from './sentence.ts';
import { joinTurns, timeAt, type Turn } from './turn.ts';
import { createUnicodeTokeniser } from './unicode-tokeniser.ts';

/** A longer sentence probably lacks punctuation, so it is cut into pieces of `pieceTokens`. */
const maxTokens = 160;
const pieceTokens = 40;

/** Joins segments into turns, removes disfluencies, and splits turns into sentences and words. */
export async function parseConversation({
  segments,
  language,
}: Pick<Conversation, 'segments' | 'language'>): Promise<ParsedConversation & { tokenise: Tokeniser }> {
  const { isEnglish, tokenise } = await languageOf(language);
  const { turns, isPunctuated } = joinTurns(segments, { isEnglish });
  const sentences = turns.flatMap((turn, index) =>
    tokenise(turn.text)
      .flatMap((tokens) => (isPunctuated ? splitOverlong(tokens) : splitUnpunctuated(tokens, { turn, isEnglish })))
      .flatMap((tokens) => sentenceOf(turn, index, tokens)),
  );
  return { isEnglish, tokenise, sentences: sentences.toSorted((a, b) => a.startMs - b.startMs) };
}

async function languageOf(language: string | null | undefined) {
  const locale = language?.replace('_', '-') ?? 'en';
  const isEnglish = /^en\b/i.test(locale);
  return {
    isEnglish,
    tokenise: isEnglish ? await loadEnglishTokeniser() : createUnicodeTokeniser(canonicalLocale(locale)),
  };
}

/** "und" (undetermined) if the locale is malformed. */
function canonicalLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'und';
  } catch {
    return 'und';
  }
}

function splitOverlong(tokens: Token[]): Token[][] {
  if (tokens.length <= maxTokens) return [tokens];
  return Array.from({ length: Math.ceil(tokens.length / pieceTokens) }, (_, index) =>
    tokens.slice(index * pieceTokens, (index + 1) * pieceTokens),
  );
}

function sentenceOf(turn: Turn, index: number, tokens: Token[]): Sentence[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  const words = tokens.flatMap(({ from, to, isWord, ...word }, at) => {
    if (!isWord) return [];
    const previous = tokens[at - 1];
    const followsPunctuation = previous !== undefined && !previous.isWord && previous.normal !== '-';
    return { ...word, startMs: timeAt(turn, from), endMs: timeAt(turn, to), followsPunctuation };
  });
  if (!first || !last || words.length === 0) return [];
  const text = turn.text.slice(first.from, last.to);
  const [startMs, endMs] = [timeAt(turn, first.from), timeAt(turn, last.to)];
  return [{ participantId: turn.participantId, turn: index, text, words, startMs, endMs }];
}
