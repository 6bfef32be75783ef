import type { Sentence, Word } from '../language/sentence.ts';
import { normalise } from '../language/normalise.ts';
import { hasItemLength } from './find-commitment.ts';
import { namesTask, promisesTask } from './promise-patterns.ts';
import { hasDeadline, refersBack } from './reply-to-request.ts';

export const minContentWords = 2;
/** Preceding sentences in which a promise such as "I'll change it" finds what "it" is. */
const maxDistance = 4;
const contextWords = { min: 2, max: 45 };

/**
 * The sentence that probably says what a task is about, if the task needs it: "I'll escalate those today." Returns
 * "missing" if the task means too little without such a sentence.
 */
export function findContext(
  sentences: readonly Sentence[],
  { index, parts, isTask }: { index: number; parts: readonly Sentence[]; isTask: boolean },
): Sentence | 'missing' | undefined {
  const antecedents = antecedentsOf(sentences, index);
  if (contentWordsOf(parts).size >= minContentWords || (parts.some(hasNoun) && !parts.some(refersBack))) {
    return pronounComesFirst(sentences[index]?.words ?? [])
      ? (antecedents.findLast(hasItemLength) ?? antecedents.at(-1))
      : undefined;
  }
  const isDated = parts.some(hasDeadline);
  if (isDated || isTask || parts.some(({ text }) => namesTask(normalise(text)))) {
    return antecedents.at(-1) ?? (isDated ? undefined : 'missing');
  }
  const previous = sentences[index - 1];
  const isAnswer = previous?.participantId !== parts[0]?.participantId && previous && hasItemLength(previous);
  return isAnswer && contentWordsOf([previous, ...parts]).size >= minContentWords ? previous : 'missing';
}

/** Leaves out other promises of the speaker. */
const antecedentsOf = (sentences: readonly Sentence[], index: number) =>
  sentences
    .slice(Math.max(0, index - maxDistance), index)
    .filter(
      (one) =>
        hasContextLength(one) &&
        hasNoun(one) &&
        !(one.participantId === sentences[index]?.participantId && promisesTask(normalise(one.text))),
    );

/** Whether a pronoun comes before the first noun: "I'll send those to Ann." */
function pronounComesFirst(words: readonly Word[]): boolean {
  const pronoun = words.findIndex((word, at) => refersBackAlone(word, words[at + 1]));
  const noun = words.findIndex(isNoun);
  return pronoun !== -1 && (noun === -1 || pronoun < noun);
}

/** "Those", but not "those tickets". */
const refersBackAlone = ({ normal }: Word, next: Word | undefined) => {
  const follows = (...parts: string[]) => next !== undefined && !isDay(next) && parts.includes(next.partOfSpeech);
  if (['it', 'them', 'him'].includes(normal)) return true;
  if (normal === 'her') return !follows('NOUN', 'ADJ');
  return ['that', 'those', 'this', 'these'].includes(normal) && !follows('NOUN', 'PROPN', 'ADJ', 'PRON', 'NUM');
};

const isNoun = (word: Word) =>
  ['NOUN', 'PROPN'].includes(word.partOfSpeech) && !isDay(word) && !word.normal.includes("'");

/** Tagged as a noun. */
const isDay = ({ normal }: Word) => ['today', 'tomorrow', 'tonight'].includes(normal);

const hasContextLength = ({ words }: Sentence) => words.length >= contextWords.min && words.length <= contextWords.max;

const hasNoun = ({ words }: Sentence) =>
  words.some(({ isContent, partOfSpeech }) => isContent && ['NOUN', 'PROPN'].includes(partOfSpeech));

/** Not "I'll tell you on Monday." */
export function isSpecific(parts: readonly Sentence[]): boolean {
  const words = parts.flatMap((part) =>
    part.words.filter(({ isContent, lemma }) => isContent && !timeNoun.test(lemma)),
  );
  return words.some(isNoun) || new Set(words.map(({ lemma }) => lemma)).size >= minContentWords;
}

const timeNoun = /day$|^(?:week|weekend|month|year|hour|minute|morning|afternoon|evening|night|noon|lunch)$/;

export const contentWordsOf = (parts: readonly Sentence[]) =>
  new Set(parts.flatMap(({ words }) => words.flatMap(({ isContent, lemma }) => (isContent ? lemma : []))));
