import type { Sentence } from '../language/sentence.ts';
import { promisesTask } from './promise-patterns.ts';
import { deadlinePattern, joinLines, normalise } from './task-patterns.ts';

/** "No, sorry", "I'm afraid", "we can't", "I already did". */
const refusal = new RegExp(
  joinLines(String.raw`
  ^(?:(?:no|nope|nah|sorry|unfortunately|not|never|hardly|well|oh)\b(?! problem| worries| bother| rush))|
  \b(?:i'm|i am|we're|we are) afraid|\b(?:can't|cannot|can not|couldn't|won't|will not|would not|wouldn't|rather not|don't (?:think|want|see|have|know))\b|
  \b(?:already|did (?:it|that)?|i tried|they refused|said no|it's in the|i did)\b|\bi'd (?:love|like) to(?: say)?\b.{0,30}\bbut\b|\bno need\b`),
);
/** Acceptances that are promises: "sure, will do", "leave it with me". */
const promisingAcceptance = new RegExp(
  joinLines(String.raw`
  ^(?:(?:yes|yeah|yep|sure|okay|ok|fine|right|absolutely|of course|great|sounds good),? (?:thing,? )?(?:and )?){0,2}
  (?:will do|i will|i shall|happy to|with pleasure|gladly|consider it done|done|leave (?:it|that) (?:with|to) me|i'm on (?:it|that)|on it|
  mine now|you got it|you've got it|count me in|i can do (?:that|it)|i'll do (?:it|that|so)|i'll (?:see to|take care of|handle|try)(?: (?:it|that|this))?)\b`),
);
/** "Okay", "no problem", "Friday works". */
const acceptance =
  /^(?:yes|yeah|yep|yup|sure|okay|ok|fine|of course|course|absolutely|certainly|definitely|all right|alright|no problem|that's no problem|not a problem|understood|right|agreed|works|that works|sounds good|fine with|perfect|great|good idea|deal|(?:\w+ ){1,3}(?:works|is fine|suits)\b)/;

type ReplyKind = 'promise' | 'acceptance' | 'refusal' | 'other';

export interface RequestReply {
  kind: ReplyKind;
  participantId: string;
  sentence: Sentence;
  addsDetail: boolean;
}

/** Number of sentences after the request in which a reply is expected, even if the requester continues to speak. */
const maxDistance = 3;
const maxShortWords = 4;

/** Undefined if there is none, or if either speaker is unknown. */
export function findReply(sentences: readonly Sentence[], index: number): RequestReply | undefined {
  const requester = sentences[index]?.participantId;
  const at = sentences.slice(index + 1, index + 1 + maxDistance).findIndex((one) => one.participantId !== requester);
  const first = sentences[index + 1 + at];
  const next = sentences[index + 2 + at];
  const speaker = first?.participantId ?? null;
  if (at === -1 || !first || typeof requester !== 'string' || speaker === null) return undefined;
  const firstKind = classify(normalise(first.text));
  const promisesNext = next?.participantId === speaker && classify(normalise(next.text)) === 'promise';
  // A promise can follow a preface: "Of course. I'll look into it tomorrow."
  const isPreface =
    firstKind === 'acceptance' ? first.words.length <= maxShortWords : firstKind === 'other' && refersBack(next);
  const sentence = promisesNext && isPreface ? next : first;
  const kind = sentence === next ? 'promise' : firstKind;
  return { kind, participantId: speaker, sentence, addsDetail: addsDetail(sentence) };
}

const refersBack = (sentence: Sentence | undefined) =>
  sentence?.words.some(({ normal }) => ['it', 'that', 'them', 'those', 'one'].includes(normal)) === true;

function addsDetail({ text }: Sentence): boolean {
  const normalised = normalise(text);
  return (
    deadlinePattern.test(normalised) || normalised.replace(promisingAcceptance, '').split(' ').length > maxShortWords
  );
}

function classify(text: string): ReplyKind {
  // Look for a promise first: "I can't today, but I'll do it on Monday" is a promise, not a refusal.
  if (promisingAcceptance.test(text) || promisesTask(text)) return 'promise';
  if (refusal.test(text)) return 'refusal';
  return acceptance.test(text) ? 'acceptance' : 'other';
}
