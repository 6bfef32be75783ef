import { declinesOffer } from '../language/dialogue-acts.ts';
import { normalise } from '../language/normalise.ts';
import type { Sentence } from '../language/sentence.ts';
import type { NameMentions } from './name-mentions.ts';
import { promisesTask } from './promises.ts';
import { findReply, type Reply } from './replies.ts';
import { offersTask, proposesMeeting, proposesTime, requestsTask } from './requests.ts';

const sentenceWords = { min: 4, max: 45 };
/** "Third of May?" */
const minTimeWords = 3;
/** Sentences before a proposed time that may say that it is about a meeting. */
const maxCueDistance = 3;

/** "If we …", "would have", "used to", "won't". */
const conditional =
  /\b(?:if (?:i|we|you|they|he|she|it)\b(?! (?:would|could|like|want|don't mind)\b)|would have|could have|should have|used to|(?:will|would|can|could|do|did|need|have) ?n[o']?t|(?:won|can|don|didn|wouldn|couldn)'t|never)\b/;
/** "I'll send you the deck, can you check it?" */
const ownPromise = /^(?:(?:okay|ok|so|and|then|well|yes|sure|right),? )*i(?:'ll| will) /;

/** The reply is included if the task was requested. */
export interface Commitment {
  /** Participant id; null if the task is for the whole team or an unknown person. */
  assigneeId: string | null;
  parts: Sentence[];
  reply?: Reply | undefined;
}

/** Classifies a sentence together with the reply to it. */
export function findCommitment(
  sentences: readonly Sentence[],
  index: number,
  mentions: NameMentions,
): Commitment | undefined {
  const sentence = sentences[index];
  if (!sentence || sentence.words.length < minTimeWords || sentence.words.length > sentenceWords.max) return undefined;
  const text = normalise(sentence.text);
  const own = { assigneeId: sentence.participantId, parts: [sentence] };
  const isLong = sentence.words.length >= sentenceWords.min;
  const isQuestion = /\?["”')]*$/.test(text);
  if (isLong && !isQuestion && mentions.noted !== undefined) return { ...own, assigneeId: mentions.noted };
  if (isLong && (!isQuestion || ownPromise.test(text)) && promisesTask(text))
    return /\bif (?:i|we|you|they|he|she|it)\b/.test(text) && conditional.test(text) ? undefined : own;
  const reply = findReply(sentences, index);
  const isAccepted = reply?.kind === 'promise' || reply?.kind === 'acceptance';
  if (isLong && isAccepted && proposesMeeting(text)) return { assigneeId: null, parts: [sentence], reply };
  if (isLong && requestsTask(text)) return requestedTask(sentence, reply, mentions);
  const before = sentences.slice(Math.max(0, index - maxCueDistance), index).map((one) => normalise(one.text));
  if (isAccepted && proposesTime(text, before)) return { assigneeId: null, parts: [sentence, reply.sentence], reply };
  if (!isLong || !reply || conditional.test(text) || declinesOffer(normalise(reply.sentence.text))) return undefined;
  return isAccepted && offersTask(text) ? own : undefined;
}

function requestedTask(
  sentence: Sentence,
  reply: Reply | undefined,
  { addressee }: NameMentions,
): Commitment | undefined {
  const parts = reply?.detail ? [sentence, reply.detail] : [sentence];
  if (reply?.kind === 'promise') return { assigneeId: reply.participantId, parts, reply };
  if (reply?.kind === 'refusal' || conditional.test(normalise(sentence.text))) return undefined;
  if (reply?.kind === 'acceptance') return { assigneeId: addressee ?? reply.participantId, parts, reply };
  // "Tom, can you prepare the figures?" – "They are in the wiki."
  return addressee === null ? undefined : { assigneeId: addressee, parts: [sentence] };
}
