import type { Sentence } from '../language/sentence.ts';
import { echoesTime } from './appointments.ts';
import { promisesTask } from './promise-patterns.ts';
import { joinLines, normalise } from '../language/normalise.ts';
import { deadlinePattern } from '../language/time-patterns.ts';
import { isWithdrawnAfter } from './withdrawals.ts';

/** "No, sorry", "I'm afraid", "we can't", "I already did". */
const refusal = new RegExp(
  joinLines(String.raw`
  ^(?:(?:no|nope|nah|sorry|unfortunately|not|never|hardly|well|oh)\b(?! problem| worries| bother| rush|,? (?:would you|yes|please|lovely|great)\b))|
  \b(?:i'm|i am|we're|we are) afraid|\b(?:can't|cannot|can not|couldn't|won't|will not|would not|wouldn't|rather not|don't (?:think|want|see|have|know))\b|
  \b(?:already|did (?:it|that)?|i tried|they refused|said no|it's in the|i did)\b|\bi'd (?:love|like) to(?: say)?\b.{0,30}\bbut\b|\bno need\b`),
);
/** Acceptances that are promises: "sure, will do", "leave it with me". */
const promisingAcceptance = new RegExp(
  joinLines(String.raw`
  ^(?:(?:yes|yeah|yep|sure|mm|okay|ok|fine|right|alright|absolutely|of course|great|sounds good),? (?:thing,? )?(?:and )?){0,2}
  (?:will do|i will|i shall|happy to|with pleasure|gladly|consider it done|done|leave (?:it|that) (?:with|to) me|i'm on (?:it|that)|on it|
  mine now|you got it|you've got it|got it|it's on my list|count me in|i can do (?:that|it)|i'll do (?:it|that|so)|i'll (?:see to|take care of|handle|try)(?: (?:it|that|this))?)\b`),
);
/** "Okay", "no problem", "Friday works". */
const acceptance =
  /^(?:yes|yeah|yep|yup|sure|okay|ok|fine|of course|course|absolutely|certainly|definitely|all right|alright|no problem|that's no problem|not a problem|understood|right|agreed|works|that works|sounds good|fine (?:with|by)|no worries|mm|easy|got it|go ahead|lovely|that (?:would|'d) be|(?:oh,? )?would you\b|put me down|good(?=,? (?:so|let's) )|done|(?:my|our) \w+(?: \w+)?(?:'ll| can| will) \w|(?:they|it|he|she)(?:'ll| will) be \w+ed\b|that's easy|brilliant|excellent|correct|please|do that|will|perfect|great|good idea|deal|(?:\S+ ){1,3}(?:works|is (?:fine|good|perfect|easy)|suits)\b)/;

/** "Please", "oh yes, I'd love that". */
const eagerness =
  /^(?:(?:oh|yes|yeah|sure),? )*(?:please|i'd (?:love|like)|love|that'd be|that would be|gladly|with pleasure)\b/;
/** "Tuesday works." */
const timeAcceptance = /^(?:\S+ ){1,3}(?:works|is (?:fine|good|perfect)|suits)\b/;

/** "Leave that to me", "I'll do it". */
export const takesOver = (text: string) => promisingAcceptance.test(normalise(text));

/** In meetings, "yeah" often only shows attention. */
export const isWeakAcceptance = (text: string) =>
  /^(?:(?:yeah|yep|right|mm|okay|ok|fine|good),? ?){1,4}[.!]?$/.test(normalise(text));

type ReplyKind = 'promise' | 'acceptance' | 'refusal' | 'other';

export interface RequestReply {
  kind: ReplyKind;
  /** "Please", "I'd love that", but not "okay". */
  isEager: boolean;
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
  return { kind, isEager: eagerness.test(normalise(first.text)), participantId: speaker, sentence, detail };
}

/** "He owes me a favour. Tuesday works." */
function kindOf(first: Sentence, { next, proposal }: { next: Sentence | undefined; proposal: readonly Sentence[] }) {
  const kind = classify(normalise(first.text));
  if (kind !== 'other') return kind;
  const accepts = next?.turn === first.turn && isShort(next) && timeAcceptance.test(normalise(next.text));
  return accepts || echoesTime(proposal, first) ? 'acceptance' : kind;
}

const confirmation = new RegExp(
  joinLines(String.raw`^(?:(?:yes|yeah|oh|ah|okay|ok|and|that's|that is),? )*(?:thanks|thank you|great|perfect|good|lovely|nice|brilliant|excellent|cool|awesome|clever|wise|sensible|bless you|please do|sounds good|wonderful|super|fantastic|amazing|cheers|appreciate|
  (?:that|it)(?:'d| would| will|'ll) (?:be|help)|do that|fine|works|agreed|sure|much appreciated|i appreciate|even better|very kind)\b(?! (?:question|point|morning|evening|afternoon|luck|grief))`),
);

/** Whether another speaker confirms a promise within the next two sentences. */
export function isConfirmed(sentences: readonly Sentence[], index: number): boolean {
  const speaker = sentences[index]?.participantId;
  const answer = sentences.slice(index + 1, index + 3).find(({ participantId }) => participantId !== speaker);
  if (answer === undefined) return false;
  const text = normalise(answer.text);
  return confirmation.test(text) || timeAcceptance.test(text);
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
  return (
    deadlinePattern.test(normalised) || normalised.replace(promisingAcceptance, '').split(' ').length > maxShortWords
  );
}

function classify(text: string): ReplyKind {
  // Look for a promise first: "I can't today, but I'll do it on Monday" is a promise, not a refusal.
  if (promisingAcceptance.test(text) || / but i'll \w+[.!]?$/.test(text) || promisesTask(text)) return 'promise';
  if (refusal.test(text)) return 'refusal';
  return acceptance.test(text) ? 'acceptance' : 'other';
}
