import { accepts, declines } from '../language/dialogue-acts.ts';
import { matches, normalise } from '../language/normalise.ts';
import type { Sentence } from '../language/sentence.ts';
import { namesDeadline } from './due-day.ts';
import { promisesTask } from './promises.ts';
import { echoesTime } from './requests.ts';

/** A reply that accepts what was asked or offered. */
export interface Reply {
  isPromise: boolean;
  hasDeadline: boolean;
  participantId: string;
  sentence: Sentence;
}

/** Number of sentences after a promise or request in which a reply is expected. */
const maxDistance = 3;
/** Number of these sentences in which another speaker can decline. */
const maxDeclineDistance = 2;

/** Finds the reply that accepts a promise or request; undefined if nobody accepts, or if a speaker is unknown. */
export function findReply(sentences: readonly Sentence[], index: number): Reply | undefined {
  const requester = sentences[index]?.participantId;
  const offset = sentences.slice(index + 1, index + 1 + maxDistance).findIndex((s) => s.participantId !== requester);
  if (offset === -1) return undefined;
  const replyIndex = index + 1 + offset;
  const [first, next] = sentences.slice(replyIndex, replyIndex + 2);
  const participantId = first?.participantId ?? null;
  if (!first || typeof requester !== 'string' || participantId === null) return undefined;
  // A promise can follow a preface: "Of course. I'll look into it tomorrow."
  const promise = [first, next].find(
    (sentence) => sentence?.participantId === participantId && promisesTask(normalise(sentence.text)),
  );
  const proposal = sentences.slice(index, replyIndex).map(({ text }) => normalise(text));
  const firstText = normalise(first.text);
  if (!promise && !accepts(firstText) && !echoesTime(proposal.join(' '), firstText)) return undefined;
  const sentence = promise ?? first;
  const hasDeadline = namesDeadline(normalise(sentence.text));
  return { isPromise: promise !== undefined, hasDeadline, participantId, sentence };
}

/** "I won't then", "I take that back", "forget it", "then I'll leave it". */
const retracted = matches(String.raw`
  \b(?:i take (?:that|it) back|(?:scratch|scrap|strike|ignore|cancel) that|forget (?:it|that|what i said)|never mind|on second thoughts?|i(?:'ll| will) (?:leave|skip|drop) (?:it|that|them)(?: out| alone| then)?(?! (?:at|in|on|with|to|for|by)\b)|
  (?:then|ok|okay|right|fine|well),? i (?:won't|will not)\b|^i (?:won't|will not)(?: then)?[.,!]?$|^(?:no,? )?(?:actually|wait),? (?:no|i (?:can't|won't))|i won't (?:then|manage (?:it|that))|i (?:won't|can't) after all|we(?:'ll)? keep it)\b`);

/** Whether a promise or request is taken back, or declined by another speaker, in the sentences right after it. */
export const isWithdrawnAfter = (sentences: readonly Sentence[], index: number) =>
  sentences.slice(index + 1, index + 1 + maxDistance).some(({ participantId, text }, offset) => {
    const isOwn = participantId === sentences[index]?.participantId;
    return isOwn ? retracted(normalise(text)) : offset < maxDeclineDistance && declines(normalise(text));
  });
