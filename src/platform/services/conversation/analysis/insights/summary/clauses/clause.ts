import { isWithdrawnAfter } from '../../../action-items/withdrawals.ts';
import { acceptsWithoutReservation, declines, proposes, refuses } from '../../../language/dialogue-acts.ts';
import { normalise } from '../../../language/normalise.ts';
import { asksQuestion } from '../../../language/question-form.ts';
import { isBroken } from '../../../language/sentence-fragment.ts';
import type { Sentence, Word } from '../../../language/sentence.ts';
import { isIdle } from '../../../language/small-talk.ts';
import { isChallenge, kindsOf } from '../statement-kinds.ts';
import { earlierTopic, questionBefore, topicOfAnswer } from './answer-topic.ts';
import * as is from './clause-patterns.ts';
import { splitClauses } from './split-clauses.ts';
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
  /** Normalised. */
  plain: string;
  /** What the question was about that the text answers, if the text means little without it. */
  topic: string | undefined;
  /** Of the question that the sentence answers. */
  isAnswer: boolean;
  /** Normalised; empty if the sentence answers none. */
  question: string;
  asks: boolean;
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

const max = { pieces: 24, window: 4, words: 22, replyDistance: 2, echoWords: 6 };
const min = { words: 2, concernWords: 6, objectionWords: 4, danglingContentWords: 3, contentWords: 2 };

/** All clauses that can be understood by a reader who was not there; they overlap. */
export const clausesOf = (sentences: readonly Sentence[]): Clause[] =>
  sentences.flatMap((_, index) => clausesAt(sentences, index));

function clausesAt(sentences: readonly Sentence[], index: number): Clause[] {
  const sentence = sentences[index];
  if (!sentence) return [];
  const pieces = splitClauses(sentence.text).slice(0, max.pieces);
  const replyAt = sentences
    .slice(index + 1, index + 2 + max.replyDistance)
    .findIndex(({ participantId }) => participantId !== sentence.participantId);
  const reply = sentences[index + 1 + replyAt];
  const closesDeal = isClosed(sentences, index + 1 + replyAt);
  const isAccepted =
    replyAt >= 0 && replyAt < max.replyDistance && reply !== undefined && (closesDeal || accepts(sentence, reply));
  const said = normalise(sentence.text);
  const context: Context = {
    sentences,
    index,
    sentence,
    pieces,
    asked: questionBefore(sentences, index),
    asks: asksQuestion(sentence),
    proposes: proposes(said) || is.decides(said) || asksConsent(sentences, index),
    closesDeal,
    agreedBy: isAccepted ? reply.participantId : null,
    reply: replyAt >= 0 ? normalise(reply?.text ?? '') : '',
    isRefused: proposes(said) && replyAt >= 0 && isRefusal(normalise(reply?.text ?? '')),
    isWithdrawn: isWithdrawnAfter(sentences, index),
    // The tokeniser takes some "I'm" and "I've" for names.
    words: new Map(
      sentence.words.flatMap((word) => (/^i['’]/.test(word.normal) ? [] : [[word.normal, word] as const])),
    ),
  };
  return pieces.flatMap((_, from) =>
    pieces
      .slice(from, from + max.window)
      .flatMap((__, count) => clauseOf(context, { from, to: from + count + 1 }) ?? []),
  );
}

interface Context {
  sentences: readonly Sentence[];
  index: number;
  sentence: Sentence;
  pieces: readonly string[];
  asked: number | undefined;
  asks: boolean;
  proposes: boolean;
  /** Whether the reply closes a deal. */
  closesDeal: boolean;
  agreedBy: string | null;
  reply: string;
  isRefused: boolean;
  isWithdrawn: boolean;
  words: ReadonlyMap<string, Word>;
}

function clauseOf(context: Context, { from, to }: { from: number; to: number }): Clause | undefined {
  const { sentences, index, sentence, pieces, asks, reply } = context;
  const raw = pieces.slice(from, to).join(' ');
  const words = wordsOf(raw, context.words);
  if (isIdle(raw) || isBroken({ text: raw, words })) return undefined;
  const tidy = tidyClause(raw, { sentence, isStart: from === 0 });
  const isBare = !words.some((word) => isVerb(word) || isSubject(word)) && !is.hasContraction(normalise(tidy));
  const topic = topicOf(context, { text: tidy, from, isBare });
  const text = topic === undefined ? tidy : withoutCopula(tidy);
  const plain = normalise(text);
  const length = text.split(' ').length + (topic?.split(' ').length ?? 0);
  if (
    length > max.words ||
    length < (topic === undefined ? min.words : 1) ||
    !standsAlone(plain, { words, topic, isWhole: to - from > 1 })
  ) {
    return undefined;
  }
  if ((from > 0 && /^that\b/.test(plain)) || (isBare && /\b(?:it|them|this)\b/.test(plain))) return undefined;
  const hasFigure = is.hasFigure(plain);
  const kinds = kindsOf(raw);
  const isConcern = !is.reassures(plain) && (kinds.has('objection') || is.hasReservation(plain));
  const isAgreed = context.agreedBy !== null && (context.proposes || (context.closesDeal && hasFigure && !isConcern));
  if (asks && to === pieces.length && !isAgreed && !isChallenge(sentence.text)) return undefined;
  if (is.isOwnOffer(plain) && (context.isWithdrawn || !hasFigure)) return undefined;
  const settles = is.isSettling(plain) && (context.agreedBy !== null || is.opensAgreement(normalise(sentence.text)));
  if (
    topic === undefined &&
    ((isBare && !settles) || !(words.some(isVerb) || is.hasContraction(plain) || is.hasNumber(plain) || settles))
  ) {
    return undefined;
  }
  const isDecision =
    !context.isRefused && (!asks || context.agreedBy !== null) && (is.decides(normalise(raw)) || isAgreed || settles);
  if (!isDecision && !isConcern && !hasFigure && !kinds.has('date') && !kinds.has('limit')) return undefined;
  const isExplicit =
    is.decides(plain) || (isConcern && length >= (kinds.has('objection') ? min.objectionWords : min.concernWords));
  const contentWords = words.filter(({ isContent }) => isContent).length;
  if (!hasFigure && contentWords < (isExplicit ? 1 : min.contentWords)) return undefined;
  return {
    index,
    from,
    to,
    pieces: pieces.length,
    startMs: sentence.startMs,
    participantId: sentence.participantId,
    text: isDecision ? text.replace(/\?$/, '') : text,
    plain,
    topic,
    isAnswer: from === 0 && context.asked !== undefined,
    question: context.asked === undefined ? '' : normalise(sentences[context.asked]?.text ?? ''),
    asks,
    isAccepted: context.agreedBy !== null,
    agreedBy: isAgreed ? context.agreedBy : null,
    reply,
    block: isDecision ? 'decision' : isConcern ? 'concern' : 'figure',
    kinds,
    length,
    words,
    progress: index / sentences.length,
  };
}

function topicOf(
  { sentences, index, asked }: Context,
  { text, from, isBare }: { text: string; from: number; isBare: boolean },
): string | undefined {
  const plain = normalise(text);
  const isCopular = is.isCopular(plain);
  if (asked !== undefined) {
    const isShort = isBare || isCopular || text.split(' ').length <= 3;
    const canAnswer = (from === 0 || isBare) && isShort;
    return canAnswer ? topicOfAnswer(sentences, asked, { canQuote: isBare && from === 0 }) : undefined;
  }
  return (isCopular || isBare) && is.hasNumber(plain) ? earlierTopic(sentences, index) : undefined;
}

function standsAlone(
  plain: string,
  { words, topic, isWhole }: { words: readonly Word[]; topic: string | undefined; isWhole: boolean },
): boolean {
  const isClear =
    topic !== undefined ||
    !is.isDangling(plain) ||
    words.filter(({ isContent }) => isContent).length >= min.danglingContentWords;
  return (
    isClear &&
    !is.isOpenEnded(plain) &&
    (isWhole || !is.isSubordinate(plain)) &&
    !is.announcesConcern(plain) &&
    !/\?.|\bsorry\b|^(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|use)\b/.test(plain)
  );
}

const isRefusal = (plain: string) => refuses(plain) || declines(plain);

/** Whether the turn of a reply closes a deal with its first or second sentence. */
function isClosed(sentences: readonly Sentence[], at: number): boolean {
  const turn = sentences.slice(at, at + 2).filter((sentence) => sentence.turn === sentences[at]?.turn);
  return turn.some(({ text }) => is.closesDeal(normalise(text)));
}

/** "The second round would be a day of trial work. Is that all right?" */
function asksConsent(sentences: readonly Sentence[], index: number): boolean {
  const next = sentences[index + 1];
  return next !== undefined && next.turn === sentences[index]?.turn && is.asksConsent(normalise(next.text));
}

/** Also an echo: "Only the submarine, yes, please." */
function accepts(sentence: Sentence, reply: Sentence): boolean {
  const plain = normalise(reply.text);
  if (isRefusal(plain)) return false;
  if (acceptsWithoutReservation(plain) || is.takesOffer(plain)) return true;
  if (reply.words.length > max.echoWords || asksQuestion(reply)) return false;
  const said = new Set(sentence.words.flatMap(({ isContent, lemma }) => (isContent ? lemma : [])));
  const content = reply.words.filter(({ isContent }) => isContent);
  const repeated = content.filter(({ lemma }) => said.has(lemma)).length;
  return repeated > 0 && repeated * 2 >= content.length;
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
export const isSubject = ({ isContent, partOfSpeech, lemma }: Word) =>
  isContent && ['NOUN', 'PROPN'].includes(partOfSpeech) && !units.has(lemma);
