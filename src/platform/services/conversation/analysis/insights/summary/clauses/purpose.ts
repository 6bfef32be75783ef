import { capitalise, normalise } from '../../../language/normalise.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { isBroken } from '../../../language/sentence-fragment.ts';
import { isIdle } from '../../../language/small-talk.ts';
import { statesPurpose } from '../content-kinds.ts';
import { hasFigure, isOpenEnded } from './clause-patterns.ts';
import { keywordsOf } from './keywords.ts';
import { splitClauses } from '../../../language/clause-boundaries.ts';
import { tidyClause } from './tidy-clause.ts';

interface Purpose {
  /** Undefined if the text consists of keywords. */
  sentence: Sentence | undefined;
  text: string;
  /** Of the content words. */
  lemmas: string[];
}

/** The purpose is stated in this share of the conversation or within the first sentences. */
const opening = { share: 0.2, sentences: 16 };
const max = { words: 22, pieces: 5, detailPieces: 3 };
const minContentWords = 2;
/** Interviewers describe the job later. In multiples of the opening. */
const maxJobDelay = 3;
/** Below `good`, keywords are added; below `weak`, they replace the clauses. */
const minRating = { good: 1.3, weak: 0.9 };
const minKeywords = 2;
/** Of a keyword. */
const minCounts = { besideClauses: 3, alone: 2 };

/** "You wrote that …", "I'm calling because …". */
const announced =
  /\b(?:you (?:filled in|wrote (?:that|about)|mentioned|asked (?:for|about|us)|said (?:that|you))|(?:calling|ringing|here) (?:about|because|regarding|to)|hoping to do|going to cancel|wanted to talk|quick (?:round|one)|the reason|go through|take you through|walk you through|this is (?:a|the|our) (?:first|call|meeting|interview)|we have to decide)\b/;
/** "Your contract is up on 31 March". */
const expiring =
  /\b(?:contracts?|renewal|notice|lease|offer|licen[cs]es?|subscription)\b.*\b(?:(?:is|are) up|ends?|runs? out|expires?)\b|\bgo(?:es)? back on\b|\byour notice\b/;
/** "Let me say two words about the job." */
const job = /(?:\b(?:about|describe|for) the|^(?:so,? )?the|\bthis) (?:post|job|role|position)\b/;
/** "Our booking page is down", "the manual's the problem". */
const problem =
  /\b(?:problem|trouble|broken|down|wrong|bent|damaged|blank|fail(?:s|ed|ing)?|declin\w+|cancel)\b|\b(?:don't|doesn't|won't|isn't|aren't|can't) (?:work|turn up|come|print|load|start|take|show|get)\b/;
/** "How can I help?" */
const invitation =
  /\bhow (?:can|may) (?:i|we) help|what(?:'s| is| was|'s been) (?:going on|wrong|the (?:problem|matter|trouble)|happening)|what happened|what can (?:i|we) do for you|when did you notice|what brings you/;
const maxInvited = 3;
const product = /\bthis is [A-Z]\w+(?=,| and|\.?$)|\bwe (?:make|run|sell|have|offer) \w+/;
const dangling =
  /^(?:it|that|this(?! is)|they|them|he|she|those|these|which|there|one|not|true|exactly|probably|i see|i hear|tell me|please|congratulations|hi|hello|sorry)\b/i;

type Rated = Purpose & { rating: number };

interface Options {
  weights: ReadonlyMap<string, number>;
  names: ReadonlyMap<string, string>;
  /** Sentences of small talk at the beginning, which may still contain an announcement. */
  smallTalk: number;
}

/** The clauses near the beginning that best say why they met, or else what they spoke about. */
export function purposeOf(sentences: readonly Sentence[], options: Options): Purpose | undefined {
  const best = bestClauses(sentences, options);
  if (best && best.rating >= minRating.good) return best;
  const weak = best && best.rating >= minRating.weak ? best : undefined;
  const minCount = weak ? minCounts.besideClauses : minCounts.alone;
  const topics = keywordsOf(sentences, { names: options.names.values(), minCount });
  if (topics.length < minKeywords) return weak;
  const about = `About ${topics.join(', ')}.`;
  return weak ? { ...weak, text: `${about} ${weak.text}` } : { sentence: undefined, text: about, lemmas: [] };
}

function bestClauses(sentences: readonly Sentence[], options: Options): Rated | undefined {
  const end = options.smallTalk + Math.max(opening.sentences, sentences.length * opening.share);
  let best: Rated | undefined;
  for (const [index, sentence] of sentences.slice(0, Math.ceil(end * maxJobDelay)).entries()) {
    if (index >= end && !job.test(normalise(sentence.text))) continue;
    const pieces = splitClauses(sentence.text);
    for (const [from] of pieces.entries()) {
      for (let to = from + 1; to <= Math.min(pieces.length, from + max.pieces); to += 1) {
        const rated = rate(sentences, { ...options, index, pieces, from, to, delay: index / end });
        if (rated && rated.rating > (best?.rating ?? Number.NEGATIVE_INFINITY)) best = rated;
      }
    }
  }
  return best;
}

interface ClauseRange extends Options {
  index: number;
  pieces: readonly string[];
  from: number;
  to: number;
  /** 1 at the end of the opening. */
  delay: number;
}

function rate(
  sentences: readonly Sentence[],
  { weights, names, smallTalk, index, pieces, from, to, delay }: ClauseRange,
): Rated | undefined {
  const sentence = sentences[index];
  if (!sentence) return undefined;
  const raw = pieces.slice(from, to).join(' ');
  const text = tidyClause(raw, { sentence, isStart: from === 0 });
  const normalised = normalise(text);
  const length = text.split(' ').length;
  const words = sentence.words.filter(({ isContent, normal }) => isContent && normalised.includes(normal));
  const lemmas = [...new Set(words.map(({ lemma }) => lemma))];
  const isJob = job.test(normalised);
  const isKnown = announced.test(normalised) || isJob;
  if (length > max.words || length < (isJob ? 2 : 3) || lemmas.length < (isKnown ? 1 : minContentWords))
    return undefined;
  if (index < smallTalk && !isKnown) return undefined;
  if (isIdle(raw) || isBroken({ text: raw, words }) || isOpenEnded(normalised)) return undefined;
  const recurring = lemmas.reduce((sum, lemma) => sum + Math.max(0, (weights.get(lemma) ?? 0) - 0.7), 0);
  const isEnd = to === pieces.length;
  const isQuestion = isEnd && sentence.text.endsWith('?');
  const rating =
    (statesPurpose(raw) && !/\byou wrote (?!that)|\btook this call/i.test(raw) ? 1 : 0) +
    (announced.test(normalised) ? 1.5 : 0) +
    (expiring.test(normalised) ? 1.5 : 0) +
    (isJob ? 3 : 0) +
    (problem.test(normalised) ? 1 : 0) +
    (isInvited(sentences, index) ? 1 : 0) +
    (product.test(raw) ? 0.7 : 0) +
    (isEnd ? 0.2 : 0) +
    (hasFigure(normalised) ? 0.3 : 0) +
    Math.min(3, recurring) * 0.6 -
    delay * 0.8 -
    length * 0.02 -
    (isQuestion ? 0.8 : 0) -
    (dangling.test(text) ? 1.5 : 0);
  const detail = isJob && isEnd ? detailOf(sentences, index) : '';
  const name = names.get(sentence.participantId ?? '') ?? '';
  const statement = `${capitalise(text.replace(/\?$/, ''))}${detail}${isQuestion ? '?' : '.'}`;
  return { sentence, text: `${name === '' ? '' : `${name}: `}${statement}`, lemmas, rating };
}

/** "How can I help?" – "Our labels come out white." */
function isInvited(sentences: readonly Sentence[], index: number): boolean {
  const turn = sentences[index]?.turn;
  const asked = sentences.slice(Math.max(0, index - maxInvited), index).findLast((sentence) => sentence.turn !== turn);
  return asked !== undefined && invitation.test(normalise(asked.text));
}

/** "The job: we're opening in March, two floors." */
function detailOf(sentences: readonly Sentence[], index: number): string {
  const next = sentences[index + 1];
  if (!next || next.turn !== sentences[index]?.turn) return '';
  const text = splitClauses(next.text).slice(0, max.detailPieces).join(' ');
  return `: ${tidyClause(text, { sentence: next, isStart: true })}`;
}
