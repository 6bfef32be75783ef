import { polishSentence } from '../../language/disfluencies.ts';
import { readable } from '../../language/readable.ts';
import { asksQuestion, hasQuestionForm } from '../../language/question-form.ts';
import type { Sentence, Word } from '../../language/sentence.ts';
import { isBroken, isFragment } from '../../language/sentence-fragment.ts';
import { isIdle } from '../../language/small-talk.ts';
import { isChallenge, kindsOf, statesPurpose, type StatementKind } from './content-kinds.ts';
import { acceptsWithoutReservation, proposes } from '../../language/dialogue-acts.ts';
import { normalise } from '../../language/normalise.ts';

/** A sentence that a summary can quote, possibly with the sentence before it. */
export interface Statement {
  /** From 0 to 1. */
  progress: number;
  startMs: number;
  participantId: string | null;
  /** The question of another participant without which the text means little. */
  question: string | undefined;
  /** Without the name of the speaker. */
  text: string;
  /** Participant who agreed to the proposal. */
  agreedBy: string | null;
  kinds: ReadonlySet<StatementKind>;
  /** In words. */
  length: number;
  /** Weights by lemma. */
  contentWords: ReadonlyMap<string, number>;
  score: number;
}

const sentenceWords = { min: 8, max: 45 };
/** For sentences of a kind. */
const minKindWords = 3;
const minContentWords = 3;
/** From this many content words on, a sentence that begins with a pronoun can be understood on its own. */
const minOwnContentWords = 5;
const maxQuestionWords = 18;
const maxContextWords = 22;
/** The purpose is stated in this share of the conversation or within the first sentences. */
const opening = { share: 0.15, sentences: 12 };

/** Without a preceding sentence, "They hated it" and "About forty" mean little. */
const danglingStart =
  /^(?:it|that|this|they|them|he|she|those|these|there(?! (?:is|are|was|were|['’]s))|which|who|him|her|one(?! (?:thing|concern|point|of))|both|neither|none|not|true|correct|exactly|probably|about|around|roughly|since|until|like|either|more|less|fewer|only|mostly)\b/i;
const danglingEnd = /\b(?:it|that|this|them|those|one|did|does|do|would|could|will|can)[.?!]*$/i;

export function statementsOf(
  sentences: readonly Sentence[],
  { isEnglish, isLong, weights }: { isEnglish: boolean; isLong: boolean; weights: ReadonlyMap<string, number> },
): Statement[] {
  return sentences.flatMap((sentence, index) => {
    const quoted = isEnglish ? inContext(sentences, index) : { sentences: [sentence] };
    if (!quoted) return [];
    const { kinds, agreedBy } = isEnglish
      ? assess(sentences, index, quoted)
      : { kinds: new Set<StatementKind>(), agreedBy: null };
    if (isEnglish && asksQuestion(sentence) && kinds.size === 0) return [];
    const words = quoted.sentences.flatMap((one) => one.words);
    const minWords = kinds.size > 0 ? minKindWords : sentenceWords.min;
    if (words.length < minWords || words.length > sentenceWords.max) return [];
    if (quoted.question === undefined && !words.some(isVerb) && agreedBy === null && !kinds.has('purpose')) return [];
    const contentWords = new Map(
      words.flatMap((word) =>
        word.isContent ? [[word.lemma, (weights.get(word.lemma) ?? 0) * (isNounOrName(word) ? 1 : 0.5)] as const] : [],
      ),
    );
    if (contentWords.size < (kinds.size > 0 ? 1 : minContentWords)) return [];
    const full = quoted.sentences.map((one) => quote(one, isEnglish)).join(' ');
    const text = isEnglish && !isLong ? withoutRemark(full) : full;
    const question = quoted.question && quote(quoted.question, isEnglish).replace(/\.$/, '?');
    return [
      {
        progress: index / sentences.length,
        startMs: sentence.startMs,
        participantId: sentence.participantId,
        question,
        text,
        agreedBy,
        kinds,
        length:
          text.split(' ').length + (question === undefined ? 0 : question.split(' ').length + 1) + (agreedBy ? 2 : 0),
        contentWords,
        score: scoreOf(words, contentWords, { text, progress: index / sentences.length }),
      },
    ];
  });
}

const remark =
  /,? (?:because|which|while|whereas|before (?:I|we|you)|and then|and I['’]d|and so|so that|as|,? and|,? but|,? so|,? where|,? when)(?= [^,]*$)/giu;
const maxFullWords = 15;
const minCutWords = 7;

/** Drops the last clause of a long sentence if it contributes nothing: "…, before I show you anything". */
function withoutRemark(text: string): string {
  if (text.split(' ').length <= maxFullWords) return text;
  for (const { index } of text.matchAll(remark)) {
    const [kept, dropped] = [text.slice(0, index), text.slice(index)];
    if (kept.split(' ').length >= minCutWords && kindsOf(dropped).size === 0 && !/[.?!]./u.test(dropped)) {
      return `${kept.replace(/[\s,;:]+$/, '')}.`;
    }
  }
  return text;
}

interface Quoted {
  sentences: readonly Sentence[];
  question?: Sentence | undefined;
}

/** Adds the sentence or question before a sentence that means little without it; undefined if it cannot be quoted. */
function inContext(sentences: readonly Sentence[], index: number): Quoted | undefined {
  const sentence = sentences[index];
  if (!sentence || isBroken(sentence) || isIdle(sentence.text)) return undefined;
  if (!needsContext(sentence)) return { sentences: [sentence] };
  const quoted = [sentence];
  for (let at = index - 1; at >= index - 2; at -= 1) {
    const before = sentences[at];
    if (!before || isBroken(before) || isIdle(before.text)) return undefined;
    if (before.participantId !== sentence.participantId) {
      return isClearQuestion(before) ? { sentences: quoted, question: before } : undefined;
    }
    if (before.words.length > maxContextWords || asksQuestion(before)) return undefined;
    quoted.unshift(before);
    if (!isDangling(before) && before.words.some((word) => word.isContent && isNounOrName(word)))
      return { sentences: quoted };
  }
  return undefined;
}

const isClearQuestion = (sentence: Sentence) =>
  asksQuestion(sentence) &&
  sentence.words.length <= maxQuestionWords &&
  sentence.words.some(({ isContent }) => isContent) &&
  !isDangling(sentence);

function isDangling(sentence: Sentence): boolean {
  const text = readable(sentence.text);
  const contentWords = sentence.words.filter(({ isContent }) => isContent).length;
  return (
    (danglingStart.test(text) && contentWords < minOwnContentWords) ||
    (contentWords < minContentWords && danglingEnd.test(text))
  );
}

const needsContext = (sentence: Sentence) =>
  !statesPurpose(sentence.text) &&
  (isDangling(sentence) || (isFragment(sentence) && !proposes(normalise(sentence.text))));

function assess(sentences: readonly Sentence[], index: number, { sentences: quoted }: Quoted) {
  const kinds = new Set(quoted.flatMap(({ text }) => [...kindsOf(text)]));
  const sentence = sentences[index];
  const next = sentences[index + 1];
  const isAgreed =
    sentence !== undefined &&
    next !== undefined &&
    next.participantId !== sentence.participantId &&
    (proposes(normalise(sentence.text)) || kinds.has('decision')) &&
    acceptsWithoutReservation(normalise(next.text));
  if (isAgreed) kinds.add('decision');
  const isEarly = index < Math.max(opening.sentences, sentences.length * opening.share);
  if (isEarly && !(sentence && asksQuestion(sentence)) && quoted.some(({ text }) => statesPurpose(text)))
    kinds.add('purpose');
  if (sentence && asksQuestion(sentence) && !isAgreed && !kinds.has('purpose') && !isChallenge(sentence.text))
    kinds.clear();
  return { kinds, agreedBy: isAgreed ? next.participantId : null };
}

const isNounOrName = ({ partOfSpeech }: Word) => ['NOUN', 'PROPN', ''].includes(partOfSpeech);
const isVerb = ({ partOfSpeech }: Word) => ['VERB', 'AUX', ''].includes(partOfSpeech);
const aboutMeeting =
  /\b(?:meeting|agenda|discuss\w*|decid\w*|decision|propos\w*|suggest\w*|present\w*|conclu\w+|summar\w+|goals?|plans?|project|agreed?)\b/i;
const personalPronouns = new Set(['i', 'you', 'he', 'she', 'it', 'me', 'they']);

/** Sum of the weights of the content words divided by the square root of the length, then adjusted. */
function scoreOf(
  words: readonly Word[],
  contentWords: ReadonlyMap<string, number>,
  { text, progress }: { text: string; progress: number },
): number {
  const pronounShare = words.filter(({ normal }) => personalPronouns.has(normal)).length / words.length;
  const weight = [...contentWords.values()].reduce((sum, one) => sum + one, 0);
  const openingBoost = 1 + 0.5 * Math.max(0, 1 - progress * 10);
  return (
    (weight / words.length ** 0.5) *
    (1 - pronounShare) *
    (aboutMeeting.test(text) ? 1.3 : 1) *
    (/[?？]["”»']?$/.test(text) ? 0.5 : 1) *
    openingBoost
  );
}

function quote(sentence: Sentence, isEnglish: boolean): string {
  if (!isEnglish) return polishSentence(sentence.text);
  const plain = readable(sentence.text).replace(/(?<![\p{L}\p{N}'’.-])i(?=\s|['’](?:m|ve|ll|d)(?!\p{L}))/gu, 'I');
  const isUnmarkedQuestion = !/\p{P}$/u.test(sentence.text) && hasQuestionForm(sentence);
  return isUnmarkedQuestion ? plain.replace(/\.$/, '?') : plain;
}
