import { declines } from '../language/dialogue-acts.ts';
import type { Sentence } from '../language/sentence.ts';
import { promisesTask } from './promise-patterns.ts';
import { joinLines, normalise } from '../language/normalise.ts';

/** "I won't then", "I take that back", "forget it", "then I'll leave it". */
const retracted = new RegExp(
  joinLines(String.raw`
  \b(?:i take (?:that|it) back|(?:scratch|scrap|strike|ignore|cancel) that|forget (?:it|that|what i said)|never mind|on second thoughts?|i(?:'ll| will) (?:leave|skip|drop) (?:it|that|them)(?: out| alone| then)?(?! (?:at|in|on|with|to|for|by)\b)|
  (?:then|ok|okay|right|fine|well),? i (?:won't|will not)\b|^i (?:won't|will not)(?: then)?[.,!]?$|i won't then|^actually,? (?:no|i can't|i won't)|(?:no,? )?actually,? i can't|^no,? wait,? i (?:can't|won't)|i won't manage (?:it|that)|i (?:won't|can't) after all|we(?:'ll)? keep it)\b`),
);
/** "I'll send the PDF instead." */
const corrected = /\b(?:instead|rather i'll|i'll rather)\b/;
/** "No need to send the deck any more", "about the deck, forget it". */
const cancelled = new RegExp(
  joinLines(String.raw`
  \b(?:no need (?:to|for)|no longer (?:need|necessary)|(?:don't|do not) (?:need|have) to|(?:don't|do not|needn't) bother|forget (?:about )?(?:the|that|it|my|your|what)|never mind|
  (?:^|[,.;] |\bplease )(?:don't|do not) (?!worry|forget|hesitate|know|think|want|have|need|like|see|believe|mind)\w+ (?:me |us )?(?:the|that|my|your|any)|
  (?:skip|scratch|drop|cancel|hold off on) (?:the|that|my|your)|(?:i|we) (?:won't|will not|can't|cannot)(?: be able to)?|after all|let's not)\b`),
);

/** "I can't send it before Friday" changes the deadline only. */
const limited = /\b(?:before|until|till|unless|without|if|today|yet)\b|\?$/;

/** Number of sentences after a promise in which the other side declines it, or the speaker retracts it. */
const maxDistance = 5;
const minShared = 2;

/** Whether the promise or offer of a sentence is declined by the other side, or retracted by its speaker, right after. */
export function isWithdrawnAfter(sentences: readonly Sentence[], index: number): boolean {
  const speaker = sentences[index]?.participantId;
  const next = sentences.slice(index + 1, index + 1 + maxDistance);
  const answerAt = next.findIndex(({ participantId }) => participantId !== speaker);
  const answer = next[answerAt];
  // A later sentence of the same answer may be about something else.
  const answers = next.slice(answerAt, answerAt + 2).filter(({ turn }) => turn === answer?.turn);
  const isDirect = answerAt === 0 || (answerAt === 1 && !promisesTask(normalise(next[0]?.text ?? '')));
  if (isDirect && answers.some(({ text }) => declines(normalise(text)))) return true;
  return isRetractedAfter(sentences, index);
}

/** Whether the speaker of a promise or request takes it back right after. */
export function isRetractedAfter(sentences: readonly Sentence[], index: number): boolean {
  const speaker = sentences[index]?.participantId;
  return sentences
    .slice(index + 1, index + 4)
    .some(({ participantId, text }) => participantId === speaker && retracts(text));
}

/** Whether a sentence cancels a promise made long before it, with at least two of its content words. */
export function isCancelledBy(sentence: Sentence, contentWords: ReadonlySet<string>): boolean {
  const text = normalise(sentence.text);
  if (!cancelled.test(text) || limited.test(text)) return false;
  const shared = new Set(
    sentence.words.flatMap(({ isContent, lemma }) => (isContent && contentWords.has(lemma) ? lemma : [])),
  );
  return shared.size >= minShared;
}

/** "Then I'll leave it out" takes something back rather than promising it. */
export const retracts = (text: string) => retracted.test(normalise(text));

/** Whether a promise replaces an earlier one of the same speaker: "I'll send the PDF instead." */
export const replacesPrevious = (text: string) => corrected.test(normalise(text));
