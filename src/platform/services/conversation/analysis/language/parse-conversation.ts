import type { Conversation } from '../conversation.ts';
import { splitUnpunctuated } from './sentence-boundaries.ts';
import type { ParsedConversation, Sentence, Token, Tokeniser } from './sentence.ts';
import { createUnicodeTokeniser, loadEnglishTokeniser } from './tokeniser.ts';
import { joinTurns, timeAt, type SpeakerTurn } from './speaker-turn.ts';

/** A longer sentence probably lacks punctuation. */
const maxTokens = 160;

/** Joins segments into turns, removes disfluencies, and splits turns into sentences and words. */
export async function parseConversation({
  segments,
  language,
}: Pick<Conversation, 'segments' | 'language'>): Promise<ParsedConversation & { tokenise: Tokeniser }> {
  const { isEnglish, tokenise } = await languageOf(language);
  const { turns, isPunctuated } = joinTurns(segments, { isEnglish });
  const sentences = turns.flatMap((turn, index) =>
    tokenise(turn.text)
      .flatMap((tokens) =>
        isPunctuated && tokens.length <= maxTokens ? [tokens] : splitUnpunctuated(tokens, { turn, isEnglish }),
      )
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

function sentenceOf(turn: SpeakerTurn, index: number, tokens: Token[]): Sentence[] {
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
  return [{ participantId: turn.participantId, turnIndex: index, text, words, startMs, endMs }];
}
