import { normalise } from '../../../language/normalise.ts';
import { withDigits } from '../../../language/number-words.ts';
import { firstOrSecondPerson } from '../../../language/personal-pronouns.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { type Clause, isTopicNoun } from './clause.ts';
import {
  decides,
  hasFigure,
  hasReservation,
  hasSpokenPrice,
  isAboutMoney,
  isApproximate,
  isDangling,
  isNegative,
  isSettling,
  isTimeOfDay,
  numbersIn,
  reassures,
  respondsToConcern,
} from './clause-patterns.ts';

/**
 * Weights of what makes a clause worth quoting. They were fitted by logistic regression to the facts of the checklists
 * in test/support/summary-calls, then rounded. Fitted without a call, they find 72 % of all facts
 * in the summaries of such calls, against 75 % with this table. The rating of a clause is the sum of the weights that apply.
 */
export const weights = {
  base: -1,
  agreed: 3.6,
  decision: 2.9,
  /** "Only the submarine", if the other side accepts it. */
  settling: 0.8,
  objection: 2.3,
  reservation: 2.2,
  figure: 2.5,
  /** "One eighty-four". */
  spokenPrice: 1.1,
  money: 1.5,
  /** "About", "at most". */
  approximate: 1,
  /** Another turn contains the same number. */
  repeatedNumber: 1.4,
  /** A figure with a noun that recurs. */
  topicalFigure: 0.4,
  /** Two to nine. */
  smallFigure: -0.3,
  limit: 1.1,
  date: 0.4,
  timeOfDay: -1.8,
  negation: 1.2,
  name: 1.4,
  manyContentWords: 1.1,
  fewContentWords: -0.4,
  /** With a topic from the question. */
  topic: 0.2,
  answer: 0.4,
  accepted: 0.2,
  /** The other side shows understanding or counters. */
  takenUp: 0.7,
  /** The end of the sentence is left out. */
  shortened: 0.6,
  /** The beginning of the sentence is left out. */
  midSentence: -0.3,
  dangling: -1.5,
  question: -1.3,
  personal: -0.5,
  early: -1,
};

/** For each figure of a clause after the first, up to three. */
const furtherFigure = 0.6;

type Feature = keyof typeof weights;
const isFeature = (name: string): name is Feature => Object.hasOwn(weights, name);
const features = Object.keys(weights).filter(isFeature);

const minRecurringWeight = 1.3;
const contentWordCounts = { few: 1, many: 4 };
const maxEarlyProgress = 0.1;

/** @param wordWeights by lemma, above 1.3 for words that recur */
export function createRating(sentences: readonly Sentence[], wordWeights: ReadonlyMap<string, number>) {
  const turns = turnsByNumber(sentences);
  return (clause: Clause): number => {
    const { normalised, words, topic, kinds, agreedBy, from, to, pieces } = clause;
    const isFigure = hasFigure(normalised);
    const contentWords = new Set(words.flatMap(({ isContent, lemma }) => (isContent ? lemma : []))).size;
    const isObjection = kinds.has('objection') && !reassures(normalised);
    const applies: Record<Feature, boolean> = {
      base: true,
      agreed: agreedBy !== null,
      decision: decides(normalised),
      settling: clause.block === 'decision' && isSettling(normalised),
      objection: isObjection,
      reservation: hasReservation(normalised),
      figure: isFigure,
      spokenPrice: hasSpokenPrice(normalised),
      money: isFigure && isAboutMoney(`${clause.question} ${topic ?? ''} ${normalised}`),
      approximate: isApproximate(normalised),
      repeatedNumber: numbersIn(normalised).some((one) => (turns.get(one)?.size ?? 0) > 1),
      topicalFigure:
        isFigure && words.some((word) => isTopicNoun(word) && (wordWeights.get(word.lemma) ?? 0) > minRecurringWeight),
      smallFigure: isFigure && !/\d/.test(normalised),
      limit: kinds.has('limit'),
      date: kinds.has('date'),
      timeOfDay: isTimeOfDay(normalised),
      negation: isNegative(normalised),
      name: words.some(({ isContent, partOfSpeech }) => isContent && partOfSpeech === 'PROPN'),
      manyContentWords: contentWords >= contentWordCounts.many,
      fewContentWords: contentWords <= contentWordCounts.few,
      topic: topic !== undefined,
      answer: clause.isAnswer,
      accepted: clause.isAccepted,
      takenUp: respondsToConcern(clause.reply),
      shortened: to < pieces,
      midSentence: from > 0,
      dangling: topic === undefined && isDangling(normalised),
      question: clause.isQuestion,
      personal: firstOrSecondPerson.test(normalised),
      early: clause.progress < maxEarlyProgress,
    };
    const further = Math.min(3, Math.max(0, numbersIn(normalised).length - 1));
    return features.reduce((sum, feature) => sum + (applies[feature] ? weights[feature] : 0), further * furtherFigure);
  };
}

function turnsByNumber(sentences: readonly Sentence[]): Map<string, Set<number>> {
  const turns = new Map<string, Set<number>>();
  for (const { text, turn } of sentences) {
    for (const number of numbersIn(normalise(withDigits(text)))) {
      turns.set(number, (turns.get(number) ?? new Set()).add(turn));
    }
  }
  return turns;
}
