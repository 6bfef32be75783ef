import type { ActionItem, Participant } from '../conversation.ts';
import type { ParsedConversation, Sentence } from '../language/sentence.ts';
import { createSpeakerQuotes } from '../participant-names.ts';
import { declinesOffer } from '../language/dialogue-acts.ts';
import { normalise } from '../language/normalise.ts';
import { findDueDay, partSeparator } from './due-day.ts';
import { findReply, isWithdrawnAfter, type Reply } from './replies.ts';
import { promisesTask } from './promises.ts';
import { offersTask, proposesMeeting, proposesTime, requestsTask } from './requests.ts';

const minContentWords = 2;
/** Number of preceding sentences that are searched for the meaning of "it" in a promise such as "I'll change it". */
const maxContextDistance = 4;
/** Minimum Jaccard similarity of the content words of duplicates. */
const minSimilarity = 0.6;
/** Preceding items that an item is compared with, so that the time grows linearly with the length of a call. */
const maxCompared = 40;

/**
 * Finds the action items of an English conversation in order of time. Regular expressions classify the dialogue acts of
 * each sentence (promise, request, acceptance, refusal); no model is involved. Action items are
 *
 * - promises: "I'll send …", "you'll have it by Friday"
 * - requests and offers that another speaker accepts, and agreed meetings
 *
 * What is declined or taken back is not an action item. The assignee is the speaker who promises or accepts; null for
 * tasks of the team. The text quotes what was said: `Tom: “You'll have it by Friday.”`, or, if another participant asked
 * for it, `For Tom – Anna: “Could you send me the deck?”`. Days such as "tomorrow" are relative to the UTC day of
 * `startedAt`. Duplicates are left out. In other languages, the list is empty.
 */
export function findActionItems(
  { sentences, isEnglish, startedAt }: ParsedConversation & { startedAt?: Date | undefined },
  participants: readonly Participant[],
): ActionItem[] {
  if (!isEnglish) return [];
  const { nameOf, quote } = createSpeakerQuotes(participants, { isEnglish });
  const found: { item: ActionItem; contentWords: Set<string> }[] = [];
  const replies = new Set<Sentence>();
  for (const [index, sentence] of sentences.entries()) {
    if (replies.has(sentence)) continue;
    const commitment = findCommitment(sentences, index);
    if (!commitment) continue;
    const { assigneeId, parts, reply } = commitment;
    // The participant who accepts a request can take the acceptance back.
    const promiseIndex = reply && assigneeId !== null ? sentences.indexOf(reply.sentence, index) : index;
    if (isWithdrawnAfter(sentences, index) || isWithdrawnAfter(sentences, promiseIndex)) continue;
    if (reply) replies.add(reply.sentence);
    const context = findContext(sentences, index, parts);
    const contentWords = contentWordsOf(context ? [context, ...parts] : parts);
    if (found.slice(-maxCompared).some((other) => jaccard(other.contentWords, contentWords) >= minSimilarity)) continue;
    const assigneeName = parts[0]?.participantId === assigneeId ? null : nameOf(assigneeId);
    const quotes = [...parts, ...(context ? [context] : [])].map(quote);
    const text = [...(assigneeName === null ? [] : [`For ${assigneeName}`]), ...quotes].join(partSeparator);
    const due_on = startedAt ? dueDayOf(commitment, startedAt) : null;
    const item = { text, assignee_id: assigneeId, start_ms: sentence.startMs, is_completed: false, due_on };
    found.push({ item, contentWords });
  }
  return found.map(({ item }) => item);
}

/** Prefers the day of the reply: "Friday works" agrees on a day that the text of the request lacks. */
const dueDayOf = ({ parts, reply }: Commitment, startedAt: Date) =>
  (reply?.isPromise === false ? findDueDay(reply.sentence.text, startedAt) : null) ??
  findDueDay(parts.map(({ text }) => text).join(partSeparator), startedAt);

/** Size of the intersection divided by the size of the union. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

/** Returns the sentence that says what a task is about, if the task does not: "I'll escalate those." */
function findContext(sentences: readonly Sentence[], index: number, parts: readonly Sentence[]) {
  const [lacksTopic, hasPronoun] = [!parts.some(hasNoun), parts.some(refersBack)];
  const isShort = contentWordsOf(parts).size < minContentWords;
  const isVague = isShort ? lacksTopic || hasPronoun : lacksTopic && hasPronoun;
  return isVague ? sentences.slice(Math.max(0, index - maxContextDistance), index).findLast(hasNoun) : undefined;
}

const refersBack = ({ words }: Sentence) =>
  words.some(({ normal }) => ['it', 'that', 'them', 'those', 'one'].includes(normal));

/** Excludes words with an apostrophe, because wink-nlp tags "I'm" as a proper noun. */
const hasNoun = ({ words }: Sentence) =>
  words.some(
    ({ isContent, partOfSpeech: part, normal }) =>
      isContent && ['NOUN', 'PROPN'].includes(part) && !normal.includes("'"),
  );

const contentWordsOf = (parts: readonly Sentence[]) =>
  new Set(parts.flatMap(({ words }) => words.flatMap(({ isContent, lemma }) => (isContent ? lemma : []))));

/** Minimum words of a sentence that can be a commitment, such as "Third of May?". */
const minWords = 3;

/** Questions, but not "I'll send you the deck, can you check it?" */
const asksOthers = /^(?!(?:\w+,? ){0,2}i(?:'ll| will) ).*\?["”')]*$/;
/** "If he agrees", but not "if you would like". */
const conditional = /\bif (?:i|we|you|they|he|she|it)\b(?! (?:would|could|like|want|don't mind)\b)/;

/** A task or a meeting. A request or proposal includes the reply that accepts it; an offer does not. */
interface Commitment {
  /** Participant id; null if the task is for the whole team or an unknown person. */
  assigneeId: string | null;
  parts: Sentence[];
  reply?: Reply;
}

/** Classifies a sentence together with the reply to it. */
function findCommitment(sentences: readonly Sentence[], index: number): Commitment | undefined {
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
