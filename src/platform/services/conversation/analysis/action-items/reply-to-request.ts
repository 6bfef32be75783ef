import {
  accepts,
  acceptsEagerly,
  acceptsTime,
  confirms,
  promisesCompliance,
  refuses,
  withoutCompliance,
} from '../language/dialogue-acts.ts';
import type { Sentence } from '../language/sentence.ts';
import { echoesTime } from './appointments.ts';
import { promisesTask } from './promise-patterns.ts';
import { seeksVolunteer } from './request-patterns.ts';
import { joinLines, normalise } from '../language/normalise.ts';
import { deadlinePattern } from '../language/time-patterns.ts';
import { isWithdrawnAfter } from './withdrawals.ts';

type ReplyKind = 'promise' | 'acceptance' | 'refusal' | 'other';

export interface RequestReply {
  kind: ReplyKind;
  /** "Please", "I'd love that", but not "okay". */
  isEager: boolean;
  /** "Ten is fine", "at ten, I'll put it down". */
  acceptsTime: boolean;
  participantId: string;
  sentence: Sentence;
  /** The sentence that adds details such as a deadline: "Will do. Give me until Tuesday." */
  detail: Sentence | undefined;
}

/** Number of sentences after the request in which a reply is expected, even if the requester continues to speak. */
const maxDistance = 3;
const maxShortWords = 4;
/** "By Tuesday, if that's all right." */
const maxFragmentWords = 7;

/** Undefined if there is none, or if either speaker is unknown. */
export function findReply(sentences: readonly Sentence[], index: number): RequestReply | undefined {
  const requester = sentences[index]?.participantId;
  const at = sentences.slice(index + 1, index + 1 + maxDistance).findIndex((one) => one.participantId !== requester);
  const first = sentences[index + 1 + at];
  const next = sentences[index + 2 + at];
  const speaker = first?.participantId ?? null;
  if (at === -1 || !first || typeof requester !== 'string' || speaker === null) return undefined;
  const proposal = sentences.slice(index, index + 1 + at);
  const firstKind = kindOf(first, { next, proposal });
  const promisesNext = next?.participantId === speaker && classify(normalise(next.text)) === 'promise';
  // A promise can follow a preface: "Of course. I'll look into it tomorrow."
  const isPreface =
    firstKind === 'acceptance' ? first.words.length <= maxShortWords : firstKind === 'other' && refersBack(next);
  const isPromise = promisesNext && isPreface && !isWithdrawnAfter(sentences, index + 2 + at);
  const sentence = isPromise ? next : first;
  const kind = sentence === next ? 'promise' : firstKind;
  const following = sentences[sentences.indexOf(sentence, index) + 1];
  const addsDeadline = following?.turn === sentence.turn && isShort(following) && hasDeadline(following);
  const detail = addsDetail(sentence) ? sentence : addsDeadline ? following : undefined;
  const isTimeAccepted = acceptsTime(normalise(first.text)) || echoesTime(proposal, first);
  const isEager = acceptsEagerly(normalise(first.text));
  return { kind, isEager, acceptsTime: isTimeAccepted, participantId: speaker, sentence, detail };
}

/** "Me", "I can". */
const volunteers = /^(?:oh,? |well,? )?(?:me|i (?:do|can|could|will)|that's me|that would be me)(?=[.!]|, i|$)/;

/** "He owes me a favour. Tuesday works." */
function kindOf(first: Sentence, { next, proposal }: { next: Sentence | undefined; proposal: readonly Sentence[] }) {
  const text = normalise(first.text);
  if (/^(?:no|nope|not)\b/.test(text) && proposal.some((one) => /\bmind \w+ing\b/.test(normalise(one.text))))
    return 'acceptance';
  if (volunteers.test(text) && proposal.some((one) => seeksVolunteer(normalise(one.text)))) return 'promise';
  const kind = classify(text);
  if (kind !== 'other') return kind;
  const agreesNext = next?.turn === first.turn && isShort(next) && acceptsTime(normalise(next.text));
  return agreesNext || echoesTime(proposal, first) ? 'acceptance' : kind;
}

/** Whether another speaker confirms a promise within the next two sentences. */
export function isConfirmed(sentences: readonly Sentence[], index: number): boolean {
  const speaker = sentences[index]?.participantId;
  const answer = sentences.slice(index + 1, index + 3).find(({ participantId }) => participantId !== speaker);
  return answer !== undefined && confirms(normalise(answer.text));
}

const hypotheticalQuestion = new RegExp(
  joinLines(String.raw`
  \b(?:what|how|where|which|who|why)\b.{0,60}\b(?:(?:would|will|'d) (?:you|your)|you(?:'d| would| will))\b|\bif (?:you|we|i) (?:were|had|got|could|joined|started|took|became|gave|hired)\b|
  \b(?:imagine|suppose|let's say|hypothetically)\b`),
);
const maxAnswerSentences = 8;
const minQuestionWords = 4;

/** Whether a sentence answers another speaker's question such as "What would you do in your first week?". */
export function answersHypothetically(sentences: readonly Sentence[], index: number): boolean {
  const speaker = sentences[index]?.participantId;
  const question = sentences
    .slice(Math.max(0, index - maxAnswerSentences), index)
    .findLast(({ participantId, words }) => participantId !== speaker && words.length >= minQuestionWords);
  return question !== undefined && hypotheticalQuestion.test(normalise(question.text));
}

/** Whether a sentence contains a pronoun such as "it". */
export const refersBack = (sentence: Sentence | undefined) =>
  sentence?.words.some(({ normal }) => ['it', 'that', 'them', 'those', 'one'].includes(normal)) === true;

export const hasDeadline = ({ text }: Sentence) => deadlinePattern.test(normalise(text));

const isShort = ({ words }: Sentence) => words.length <= maxFragmentWords;

function addsDetail({ text }: Sentence): boolean {
  const normalised = normalise(text);
  return deadlinePattern.test(normalised) || withoutCompliance(normalised).split(' ').length > maxShortWords;
}

function classify(text: string): ReplyKind {
  // Look for a promise first: "I can't today, but I'll do it on Monday" is a promise, not a refusal.
  if (promisesCompliance(text) || / but i'll \w+[.!]?$/.test(text) || promisesTask(text)) return 'promise';
  if (refuses(text)) return 'refusal';
  return accepts(text) ? 'acceptance' : 'other';
}
