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

/** Finds the reply that accepts a promise or request; undefined if nobody accepts, or if a speaker is unknown. */
export function findReply(sentences: readonly Sentence[], index: number): Reply | undefined {
  const requester = sentences[index]?.participantId;
  const at = sentences.slice(index + 1, index + 1 + maxDistance).findIndex((one) => one.participantId !== requester);
  const [first, next] = sentences.slice(index + 1 + at, index + 3 + at);
  const participantId = first?.participantId ?? null;
  if (at === -1 || !first || typeof requester !== 'string' || participantId === null) return undefined;
  // A promise can follow a preface: "Of course. I'll look into it tomorrow."
  const promise = [first, next].find(
    (one) => one?.participantId === participantId && promisesTask(normalise(one.text)),
  );
  const proposal = sentences.slice(index, index + 1 + at).map((one) => normalise(one.text));
  const text = normalise(first.text);
  if (!promise && !accepts(text) && !echoesTime(proposal.join(' '), text)) return undefined;
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
  sentences.slice(index + 1, index + 1 + maxDistance).some(({ participantId, text }, at) => {
    const isOwn = participantId === sentences[index]?.participantId;
    return isOwn ? retracted(normalise(text)) : at < 2 && declines(normalise(text));
  });
