import { isWithdrawnAfter } from '../../../action-items/withdrawals.ts';
import { splitClauses } from '../../../language/clause-boundaries.ts';
import { proposes } from '../../../language/dialogue-acts.ts';
import { normalise } from '../../../language/normalise.ts';
import { asksQuestion } from '../../../language/question-form.ts';
import { isBroken } from '../../../language/sentence-fragment.ts';
import type { Sentence, Word } from '../../../language/sentence.ts';
import { isIdle } from '../../../language/small-talk.ts';
import { isChallenge, kindsOf } from '../content-kinds.ts';
import { earlierTopic, questionBefore, topicOfAnswer } from './answer-topic.ts';
import {
  announcesConcern,
  asksConsent,
  decides,
  hasContraction,
  hasFigure,
  hasNumber,
  hasReservation,
  isCopular,
  isDangling,
  isOpenEnded,
  isOwnPromise,
  isSettling,
  isSubordinate,
  opensAgreement,
  reassures,
} from './clause-patterns.ts';
import { replyTo } from './clause-reply.ts';
import { tidyClause, withoutCopula } from './tidy-clause.ts';

export type Block = 'figure' | 'concern' | 'decision';

/** One or more neighbouring clauses of a sentence that a summary can quote. */
export interface Clause {
  /** Of the sentence. */
  index: number;
  /** Pieces of the sentence, `to` excluded. */
  from: number;
  to: number;
  pieces: number;
  startMs: number;
  participantId: string | null;
  text: string;
  normalised: string;
  /** What the question was about that the text answers, if the text means little without it. */
  topic: string | undefined;
  /** Of the question that the sentence answers. */
  isAnswer: boolean;
  /** Normalised; empty if the sentence answers none. */
  question: string;
  isQuestion: boolean;
  /** Whether the reply accepts it. */
  isAccepted: boolean;
  /** Participant who accepts it, if it is a proposal. */
  agreedBy: string | null;
  /** The next words of another speaker, normalised. */
  reply: string;
  block: Block;
  kinds: ReturnType<typeof kindsOf>;
  /** In words. */
  length: number;
  words: readonly Word[];
  /** From 0 to 1. */
  progress: number;
}

const max = { piecesPerSentence: 24, /** Of a clause. */ pieces: 4, words: 22 };
const min = { words: 2, concernWords: 6, objectionWords: 4, danglingContentWords: 3, contentWords: 2 };

/** All clauses that can be understood by a reader who was not there; they overlap. */
export const clausesOf = (sentences: readonly Sentence[]): Clause[] =>
  sentences.flatMap((sentence, index) => {
    const facts = factsOf(sentences, { index, sentence });
    const { pieces } = facts;
    return pieces.flatMap((_, from) =>
      pieces.slice(from, from + max.pieces).flatMap((__, at) => clauseOf(facts, { from, to: from + at + 1 }) ?? []),
    );
  });

type SentenceFacts = ReturnType<typeof factsOf>;

function factsOf(sentences: readonly Sentence[], { index, sentence }: { index: number; sentence: Sentence }) {
  const normalised = normalise(sentence.text);
  return {
    sentences,
    index,
    sentence,
    pieces: splitClauses(sentence.text).slice(0, max.piecesPerSentence),
    asked: questionBefore(sentences, index),
    isQuestion: asksQuestion(sentence),
    isProposal: proposes(normalised) || decides(normalised) || asksForConsent(sentences, index),
    isWithdrawn: isWithdrawnAfter(sentences, index),
    ...replyTo(sentences, index),
    // The tokeniser takes some "I'm" and "I've" for names.
    words: new Map(
      sentence.words.flatMap((word) => (/^i['’]/.test(word.normal) ? [] : [[word.normal, word] as const])),
    ),
  };
}

function clauseOf(facts: SentenceFacts, { from, to }: { from: number; to: number }): Clause | undefined {
  const { sentences, index, sentence, pieces, asked, acceptedBy, isQuestion, reply } = facts;
  const raw = pieces.slice(from, to).join(' ');
  const words = wordsOf(raw, facts.words);
  if (isIdle(raw) || isBroken({ text: raw, words })) return undefined;
  const tidy = tidyClause(raw, { sentence, isStart: from === 0 });
  const isBare = !words.some((word) => isVerb(word) || isTopicNoun(word)) && !hasContraction(normalise(tidy));
  const topic = topicOf(facts, { text: tidy, from, isBare });
  const text = topic === undefined ? tidy : withoutCopula(tidy);
  const length = text.split(' ').length + (topic?.split(' ').length ?? 0);
  const draft = { raw, normalised: normalise(text), words, topic, isBare, length, from, to };
  const content = isQuotable(draft) ? contentOf(facts, draft) : undefined;
  if (!content) return undefined;
  return {
    ...draft,
    ...content,
    index,
    pieces: pieces.length,
    startMs: sentence.startMs,
    participantId: sentence.participantId,
    text: content.block === 'decision' ? text.replace(/\?$/, '') : text,
    isAnswer: from === 0 && asked !== undefined,
    question: asked === undefined ? '' : normalise(sentences[asked]?.text ?? ''),
    isQuestion,
    isAccepted: acceptedBy !== null,
    reply,
    progress: index / sentences.length,
  };
}

interface Draft extends Pick<Clause, 'normalised' | 'words' | 'topic' | 'length' | 'from' | 'to'> {
  raw: string;
  /** Without a verb or topic. */
  isBare: boolean;
}

/** Whether a reader who was not there can understand it. */
function isQuotable({ normalised, words, topic, isBare, length, from, to }: Draft): boolean {
  const isClear = topic !== undefined || !isDangling(normalised) || countContent(words) >= min.danglingContentWords;
  return (
    isClear &&
    length <= max.words &&
    length >= (topic === undefined ? min.words : 1) &&
    !isOpenEnded(normalised) &&
    (to - from > 1 || !isSubordinate(normalised)) &&
    !announcesConcern(normalised) &&
    !/\?.|\bsorry\b|^(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|use)\b/.test(normalised) &&
    !(from > 0 && /^that\b/.test(normalised)) &&
    !(isBare && /\b(?:it|them|this)\b/.test(normalised))
  );
}

/** What a clause contributes to the summary; undefined if nothing. */
function contentOf(facts: SentenceFacts, { raw, normalised, words, topic, isBare, length, to }: Draft) {
  const { sentence, acceptedBy, isQuestion } = facts;
  const kinds = kindsOf(raw);
  const isFigure = hasFigure(normalised);
  const isConcern = !reassures(normalised) && (kinds.has('objection') || hasReservation(normalised));
  const isAgreed = acceptedBy !== null && (facts.isProposal || (facts.closesDeal && isFigure && !isConcern));
  // A question says nothing itself, unless it is a proposal that the reply accepts, or a challenge.
  if (isQuestion && to === facts.pieces.length && !isAgreed && !isChallenge(sentence.text)) return undefined;
  // Promises are left to the action items.
  if (isOwnPromise(normalised) && (facts.isWithdrawn || !isFigure)) return undefined;
  const settles = isSettling(normalised) && (acceptedBy !== null || opensAgreement(normalise(sentence.text)));
  const isStatement = words.some(isVerb) || hasContraction(normalised) || hasNumber(normalised);
  // Without a topic, a mere phrase must settle something: "Only the submarine".
  if (topic === undefined && !settles && (isBare || !isStatement)) return undefined;
  const isDecision =
    !facts.isRefused && (!isQuestion || acceptedBy !== null) && (decides(normalise(raw)) || isAgreed || settles);
  if (!isDecision && !isConcern && !isFigure && !kinds.has('date') && !kinds.has('limit')) return undefined;
  const isExplicit =
    decides(normalised) || (isConcern && length >= (kinds.has('objection') ? min.objectionWords : min.concernWords));
  // Too vague without a figure.
  if (!isFigure && countContent(words) < (isExplicit ? 1 : min.contentWords)) return undefined;
  const block: Block = isDecision ? 'decision' : isConcern ? 'concern' : 'figure';
  return { block, kinds, agreedBy: isAgreed ? acceptedBy : null };
}

function topicOf(
  { sentences, index, asked }: SentenceFacts,
  { text, from, isBare }: { text: string; from: number; isBare: boolean },
): string | undefined {
  const normalised = normalise(text);
  if (asked !== undefined) {
    const isShort = isBare || isCopular(normalised) || text.split(' ').length <= 3;
    return isShort && (from === 0 || isBare)
      ? topicOfAnswer(sentences, asked, { canQuote: isBare && from === 0 })
      : undefined;
  }
  return (isBare || isCopular(normalised)) && hasNumber(normalised) ? earlierTopic(sentences, index) : undefined;
}

const countContent = (words: readonly Word[]) => words.filter(({ isContent }) => isContent).length;

/** "The second round would be a day of trial work. Is that all right?" */
function asksForConsent(sentences: readonly Sentence[], index: number): boolean {
  const next = sentences[index + 1];
  return next !== undefined && next.turn === sentences[index]?.turn && asksConsent(normalise(next.text));
}

const wordsOf = (text: string, words: ReadonlyMap<string, Word>) =>
  text.split(/[^\p{L}\p{N}'’-]+/u).flatMap((token) => {
    const normal = token.toLowerCase();
    return words.get(normal) ?? words.get(normal.replace(/['’].*$/u, '')) ?? [];
  });

const units = new Set(
  `percent minute hour day week month quarter year time second euro pound dollar cent run average morning afternoon evening
  pm am hundred thousand million half third monday tuesday wednesday thursday friday saturday sunday`.split(/\s+/),
);
const isVerb = ({ partOfSpeech }: Word) => partOfSpeech === 'VERB' || partOfSpeech === 'AUX';
/** A noun or name other than a unit. */
export const isTopicNoun = ({ isContent, partOfSpeech, lemma }: Word) =>
  isContent && ['NOUN', 'PROPN'].includes(partOfSpeech) && !units.has(lemma);
