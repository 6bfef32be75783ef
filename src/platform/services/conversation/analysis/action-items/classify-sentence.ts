import type { Sentence } from '../language/sentence.ts';
import type { Named } from './name-mentions.ts';
import { conditional, duty, marker, ours, oursWeak, vague } from './duty.ts';
import { promises } from './commitment-patterns.ts';
import type { FoundReply } from './request-response.ts';
import { proposesTime, type Request, requestIn } from './request-patterns.ts';
import { deadline, plain } from './task-patterns.ts';

const itemWords = { min: 4, max: 45 };

/** A sentence by which work is taken on, and the reply when it takes two speakers. */
export interface Candidate {
  assigneeId: string | null;
  /** What the item quotes: the sentence, and the reply where it says more than yes. */
  parts: Sentence[];
  reply?: FoundReply | undefined;
}

interface Spoken {
  sentence: Sentence;
  /** In lower case. */
  text: string;
  named: Named;
}

interface Exchange extends Spoken {
  reply: FoundReply | undefined;
}

export const hasItemLength = ({ words }: Sentence) => words.length >= itemWords.min && words.length <= itemWords.max;

/** The commitment of a sentence of an item's length, if it holds one. `findReply` is called only for requests. */
export function candidateIn(
  sentence: Sentence,
  { named, findReply }: { named: Named; findReply: () => FoundReply | undefined },
): Candidate | undefined {
  const text = plain(sentence.text);
  if (marker.test(text)) return announced({ sentence, text, named });
  const isQuestion = /\?["”')]*$/.test(text);
  if (!isQuestion && promises(text)) {
    return /\bif (?:i|we|you|they|he|she|it)\b/.test(text) && conditional.test(text)
      ? undefined
      : { assigneeId: sentence.participantId, parts: [sentence] };
  }
  const request = requestIn(text, { isNamed: named.addressed !== null });
  if (request || proposesTime(text)) {
    const reply = findReply();
    if (reply?.kind === 'refusal') return undefined;
    const agreed = appointed({ sentence, text, named, reply }) ?? requested({ sentence, text, named, reply }, request);
    if (agreed || (request && isAccepted(reply))) return agreed;
  }
  return isQuestion ? undefined : assigned({ sentence, text, named });
}

function announced({ sentence, text, named }: Spoken): Candidate {
  const assigneeId = promises(text) ? sentence.participantId : (named.addressed ?? named.subject);
  return { assigneeId, parts: [sentence] };
}

const isAccepted = (reply: FoundReply | undefined) => reply?.kind === 'promise' || reply?.kind === 'assent';

function appointed({ sentence, text, reply }: Exchange): Candidate | undefined {
  return proposesTime(text) && isAccepted(reply) ? { assigneeId: null, parts: [sentence], reply } : undefined;
}

function requested({ sentence, text, named, reply }: Exchange, request: Request | undefined): Candidate | undefined {
  if (!request) return undefined;
  if (reply?.kind === 'promise') {
    // "Please do so." says nothing that its answer does not say.
    if (reply.isTelling && !sentence.words.some(({ isContent }) => isContent)) return undefined;
    const parts = reply.isTelling ? [sentence, reply.sentence] : [sentence];
    return { assigneeId: reply.participantId, parts, reply };
  }
  if (conditional.test(text)) return undefined;
  const isDated = deadline.test(text);
  if (reply?.kind === 'assent') {
    if (!request.isTask && !deadline.test(plain(reply.sentence.text))) return undefined;
    return { assigneeId: named.addressed ?? reply.participantId, parts: [sentence] };
  }
  const isDirected = named.addressed !== null || isDated || /\bplease\b/.test(text) || reply === undefined;
  return request.isTask && isDirected ? { assigneeId: named.addressed, parts: [sentence] } : undefined;
}

function assigned({ sentence, text, named }: Spoken): Candidate | undefined {
  if (conditional.test(text)) return undefined;
  const parts = [sentence];
  if (named.subject !== null) return { assigneeId: named.subject, parts };
  const isDated = deadline.test(text);
  if (duty.test(text) && (isDated || named.addressed !== null)) return { assigneeId: named.addressed, parts };
  const isOurs = ours.test(text) && !vague.test(text);
  const isOursByDay = isDated && (ours.test(text) || oursWeak.test(text));
  return isOurs || isOursByDay ? { assigneeId: null, parts } : undefined;
}
