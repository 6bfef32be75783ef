import type { Sentence } from '../language/sentence.ts';
import { promises } from './commitment-patterns.ts';
import { deadline, oneLine, plain } from './task-patterns.ts';

export type Reply = 'promise' | 'assent' | 'refusal' | 'other';

const refusal = new RegExp(
  oneLine(String.raw`
  ^(?:(?:no|nope|nah|sorry|unfortunately|not|never|hardly|well|oh)\b(?! problem| worries| bother| rush))|
  \b(?:i'm|i am|we're|we are) afraid|\b(?:can't|cannot|can not|couldn't|won't|will not|would not|wouldn't|rather not|don't (?:think|want|see|have|know))\b|
  \b(?:already|did (?:it|that)?|i tried|they refused|said no|it's in the|i did)\b|\bi'd (?:love|like) to(?: say)?\b.{0,30}\bbut\b|\bno need\b`),
);
const strongAssent = new RegExp(
  oneLine(String.raw`
  ^(?:(?:yes|yeah|yep|sure|okay|ok|fine|right|absolutely|of course|great|sounds good),? (?:thing,? )?(?:and )?){0,2}
  (?:will do|i will|i shall|happy to|with pleasure|gladly|consider it done|done|leave (?:it|that) (?:with|to) me|i'm on (?:it|that)|on it|
  mine now|you got it|you've got it|count me in|i can do (?:that|it)|i'll do (?:it|that|so)|i'll (?:see to|take care of|handle|try)(?: (?:it|that|this))?)\b`),
);
const assent =
  /^(?:yes|yeah|yep|yup|sure|okay|ok|fine|of course|course|absolutely|certainly|definitely|all right|alright|no problem|that's no problem|not a problem|understood|right|agreed|works|that works|sounds good|fine with|perfect|great|good idea|deal|(?:\w+ ){1,3}(?:works|is fine|suits)\b)/;

/** What another speaker answers to a request. */
export interface FoundReply {
  kind: Reply;
  participantId: string;
  sentence: Sentence;
  /** Whether it says more than that the request is accepted, such as when. */
  isTelling: boolean;
}

/** So many sentences may the one who asks add before the other answers. */
const maxDistance = 3;
const shortWords = 4;

export function findReply(sentences: readonly Sentence[], index: number): FoundReply | undefined {
  const asker = sentences[index]?.participantId;
  const at = sentences.slice(index + 1, index + 1 + maxDistance).findIndex((one) => one.participantId !== asker);
  const first = sentences[index + 1 + at];
  const next = sentences[index + 2 + at];
  const speaker = first?.participantId ?? null;
  if (at === -1 || !first || typeof asker !== 'string' || speaker === null) return undefined;
  const reply = (kind: Reply, sentence: Sentence): FoundReply => ({
    kind,
    participantId: speaker,
    sentence,
    isTelling: isTelling(sentence),
  });
  const kind = replyOf(plain(first.text));
  const goesOn = next?.participantId === speaker && replyOf(plain(next.text)) === 'promise';
  // "Of course. I'll look into it tomorrow." and "That's a good question. You'll have them by Friday."
  const isPreface = kind === 'assent' ? first.words.length <= shortWords : kind === 'other' && refersBack(next);
  return goesOn && isPreface ? reply('promise', next) : reply(kind, first);
}

const refersBack = (sentence: Sentence | undefined) =>
  sentence?.words.some(({ normal }) => ['it', 'that', 'them', 'those', 'one'].includes(normal)) === true;

function isTelling({ text }: Sentence): boolean {
  const said = plain(text);
  return deadline.test(said) || said.replace(strongAssent, '').split(' ').length > shortWords;
}

/** How the words that follow a request, in lower case, take it up. */
function replyOf(text: string): Reply {
  // "I can't today, but I'll do it on Monday" is no refusal.
  if (strongAssent.test(text) || promises(text)) return 'promise';
  if (refusal.test(text)) return 'refusal';
  return assent.test(text) ? 'assent' : 'other';
}
