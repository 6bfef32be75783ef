import { declinesOffer } from '../language/dialogue-acts.ts';
import { normalise } from '../language/normalise.ts';
import type { Sentence } from '../language/sentence.ts';
import { promisesTask } from './promises.ts';
import { findReply, type Reply } from './replies.ts';
import { offersTask, proposesMeeting, proposesTime, requestsTask } from './requests.ts';

/** "Third of May?" */
const minWords = 3;

/** But not "I'll send you the deck, can you check it?" */
const asksOthers = /^(?!(?:\w+,? ){0,2}i(?:'ll| will) ).*\?["”')]*$/;
const conditional = /\bif (?:i|we|you|they|he|she|it)\b(?! (?:would|could|like|want|don't mind)\b)/;

/** The reply is included if the task was requested. */
export interface Commitment {
  /** Participant id; null if the task is for the whole team or an unknown person. */
  assigneeId: string | null;
  parts: Sentence[];
  reply?: Reply;
}

/** Classifies a sentence together with the reply to it. */
export function findCommitment(sentences: readonly Sentence[], index: number): Commitment | undefined {
  const sentence = sentences[index];
  if (!sentence || sentence.words.length < minWords) return undefined;
  const text = normalise(sentence.text);
  const own = { assigneeId: sentence.participantId, parts: [sentence] };
  if (!asksOthers.test(text) && promisesTask(text)) return conditional.test(text) ? undefined : own;
  const reply = findReply(sentences, index);
  if (!reply) return undefined;
  if (proposesMeeting(text)) return { assigneeId: null, parts: [sentence], reply };
  if (requestsTask(text)) {
    const parts = reply.hasDeadline ? [sentence, reply.sentence] : [sentence];
    return { assigneeId: reply.participantId, parts, reply };
  }
  if (proposesTime(text)) return { assigneeId: null, parts: [sentence, reply.sentence], reply };
  return offersTask(text) && !declinesOffer(normalise(reply.sentence.text)) ? own : undefined;
}
