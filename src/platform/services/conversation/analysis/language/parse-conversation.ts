import type { Conversation, Segment } from '../conversation.ts';
import type { ParsedConversation, Sentence, Token, Tokeniser } from './sentence.ts';
import { createUnicodeTokeniser, loadEnglishTokeniser } from './tokeniser.ts';
import { isAuxiliary, isQuestionWord, subjects, withoutDiscourseMarkers } from './question-form.ts';
import { removeDisfluencies } from './disfluencies.ts';

/** Maximum length of a sentence. A longer sentence probably lacks punctuation. */
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

/** Returns "und" (undetermined) for a malformed locale. */
function canonicalLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'und';
  } catch {
    return 'und';
  }
}

function sentenceOf(turn: SpeakerTurn, turnIndex: number, tokens: Token[]): Sentence[] {
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
  return [{ participantId: turn.participantId, turnIndex, text, words, startMs, endMs }];
}

const minPauseMs = 700;
/** Minimum length of a sentence, by the cue that ends it. */
const minWords = { atPause: 4, atConnective: 8, atQuestion: 3 };
/** A sentence with `atSegmentEnd` words ends with its segment, a sentence with `always` words at once. */
const maxWords = { atSegmentEnd: 28, always: 40 };

/** Words that cannot end a sentence: the next word continues it ("of what is", "know how", "right now"). */
const nonFinalWords = new Set(
  `of to for with from by at on in into about than as if that whether because like know knows knew see say says said
  think tell told ask asked understand explain wonder depends idea the a an my your our their his her its is are was were
  and or so but not this these those what which how who where when why i we you they he she it right just until`.split(
    /\s+/,
  ),
);

/**
 * Detects sentence boundaries in a turn without punctuation, erring on the side of too few. A sentence ends
 *
 * - at a pause of 0.7 seconds between two segments, after at least 4 words
 * - at the end of a segment after 28 words, and anywhere after 40 words
 * - in English, unless the previous word cannot end a sentence: before the word order of a question ("so how do you") after
 *   3 words, and before a connective and a subject ("and then we") after 8 words
 *
 * @returns the tokens of each sentence
 */
function splitUnpunctuated(
  tokens: readonly Token[],
  { turn: { pieces }, isEnglish }: { turn: SpeakerTurn; isEnglish: boolean },
): Token[][] {
  const pauses = new Map(pieces.map(({ from, startMs }, at) => [from, startMs - (pieces[at - 1]?.endMs ?? 0)]));
  const sentences: Token[][] = [];
  let sentence: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const { length } = sentence;
    const pause = pauses.get(token.from);
    const endsAtSegment =
      pause !== undefined && (length >= maxWords.atSegmentEnd || (pause >= minPauseMs && length >= minWords.atPause));
    if (endsAtSegment || length >= maxWords.always || (isEnglish && endsByWords(tokens, at, length))) {
      sentences.push(sentence);
      sentence = [];
    }
    sentence.push(token);
  }
  return sentence.length > 0 ? [...sentences, sentence] : sentences;
}

function endsByWords(tokens: readonly Token[], at: number, length: number): boolean {
  if (length < minWords.atQuestion || nonFinalWords.has(tokens[at - 1]?.normal ?? '')) return false;
  // Enough for three connectives and the first three words of a question.
  const next = tokens.slice(at, at + 6);
  const [first, second, third] = withoutDiscourseMarkers(next);
  if (!first) return false;
  const connectives = next.indexOf(first);
  const asks = isQuestionWord(first) && isAuxiliary(second) && subjects.has(third?.normal ?? '');
  // One connective before a determiner does not start a sentence: "the price and the discount".
  const continues = subjects.has(first.normal) && connectives > (first.partOfSpeech === 'DET' ? 1 : 0);
  return asks || (continues && length >= minWords.atConnective);
}

/** What a participant says until another participant speaks. */
interface SpeakerTurn {
  participantId: string | null;
  text: string;
  pieces: Piece[];
}

/** A segment of a turn, with its offsets in the text of the turn. */
interface Piece {
  from: number;
  to: number;
  startMs: number;
  endMs: number;
}

const endOfSentence = /[.?!…](?=["”»'’)]*(?:\s|$))|[。？！]/gu;
/** Maximum length of a turn, which limits the text that the tokeniser gets at once. */
const maxTurnCharacters = 20_000;
const maxWordsPerMark = 60;

/**
 * Joins consecutive segments of a speaker into turns, because captions split sentences. A transcript counts as
 * punctuated if it has at least one punctuation mark at the end of a sentence per 60 words.
 */
function joinTurns(
  segments: readonly Segment[],
  options: { isEnglish: boolean },
): { turns: SpeakerTurn[]; isPunctuated: boolean } {
  const spoken = segments.flatMap((segment) => {
    const text = removeDisfluencies(segment.text, options);
    return text === '' ? [] : [{ ...segment, text }];
  });
  const turns: SpeakerTurn[] = [];
  for (const segment of spoken) {
    const last = turns.at(-1);
    const isOpen =
      last?.participantId === segment.participant_id && last.text.length + segment.text.length < maxTurnCharacters;
    if (last && isOpen) append(last, segment);
    else turns.push(append({ participantId: segment.participant_id, text: '', pieces: [] }, segment));
  }
  const words = spoken.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  const marks = spoken.reduce((sum, { text }) => sum + (text.match(endOfSentence)?.length ?? 0), 0);
  return { turns, isPunctuated: marks * maxWordsPerMark >= words };
}

function append(turn: SpeakerTurn, { text, start_ms: startMs, end_ms: endMs }: Segment): SpeakerTurn {
  if (turn.text !== '') turn.text += ' ';
  const from = turn.text.length;
  turn.text += text;
  turn.pieces.push({ from, to: turn.text.length, startMs, endMs });
  return turn;
}

/** The time of an offset in the text, interpolated within its segment, in milliseconds. */
function timeAt({ pieces }: SpeakerTurn, offset: number): number {
  const piece = pieceAt(pieces, offset);
  if (!piece) return 0;
  const share = Math.min(1, Math.max(0, (offset - piece.from) / (piece.to - piece.from)));
  return Math.round(piece.startMs + share * (piece.endMs - piece.startMs));
}

/** Returns the first piece that ends at or after `offset`, otherwise the last piece. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [first, last] = [0, pieces.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (offset <= (pieces[middle]?.to ?? 0)) last = middle;
    else first = middle + 1;
  }
  return pieces[first];
}
