import type { ActionItem, Participant } from '../conversation.ts';
import { namesOf } from '../participant-names.ts';
import { proposesTime } from './appointments.ts';
import { polishSentence } from '../language/disfluencies.ts';
import { normalise } from '../language/normalise.ts';
import { deadlinePattern } from '../language/time-patterns.ts';
import type { ParsedConversation, Sentence } from '../language/sentence.ts';
import { contentWordsOf, findContext, minContentWords } from './context.ts';
import { continuesPrevious } from './continuation.ts';
import { findCommitment, hasItemLength } from './find-commitment.ts';
import { itemText } from './item-text.ts';
import { createNameFinder } from './name-mentions.ts';
import { findDueDay, partSeparator } from './due-day.ts';
import { answersHypothetically, findReply, hasDeadline, isConfirmed, type RequestReply } from './reply-to-request.ts';
import { isCancelledBy, isRetractedAfter, isWithdrawnAfter, replacesPrevious, retracts } from './withdrawals.ts';

/** "Third of May?" */
const minTimeWords = 3;
/** Sentences after a promise in which its speaker corrects it: "Actually, I'll send the slides instead." */
const maxCorrectionDistance = 4;
/** Sentences after a promise in which its addressee replies. */
const maxReplyDistance = 3;
/** Minimum Jaccard similarity of the content words of duplicates. */
const minSimilarity = 0.6;
/** Preceding items that each item is compared with, so that the time grows linearly with the length of a call. */
const maxCompared = 40;

/**
 * Finds the action items of an English conversation in order of time. Regular expressions classify the dialogue acts of
 * each sentence (promise, request, acceptance, refusal); no model is involved. Action items are
 *
 * - promises: "I'll send …", "we owe you …", "you'll have it by Friday"
 * - requests that another speaker accepts
 * - explicit requests without a reply; if the reply is unclear, only requests with a name, a deadline or "please"
 * - tasks assigned to a participant by name, obligations of the team, and agreed meetings
 * - anything announced as an action item: "Action item: …"
 *
 * A refused request is not an action item. A promise that repeats the previous one of its speaker ("you'll get them
 * tomorrow") only adds its deadline. The assignee is the speaker who promises, otherwise the participant who is
 * addressed, otherwise the speaker who accepts; null for tasks of the team. The text names the assignee and reads on its
 * own, see `itemText`. Days such as "tomorrow" are relative to the UTC day of `startedAt`. Duplicates are left out. In
 * other languages, the list is empty.
 */
export function findActionItems(
  { sentences, isEnglish, startedAt }: ParsedConversation & { startedAt?: Date | undefined },
  participants: readonly Participant[],
): ActionItem[] {
  if (!isEnglish) return [];
  const findNames = createNameFinder(participants);
  const names = namesOf(participants);
  const found: Found[] = [];
  const replies = new Set<Sentence>();
  for (const [index, sentence] of sentences.entries()) {
    const cancelledAt = found.findLastIndex(
      (other, at) => at >= found.length - maxCompared && isCancelledBy(sentence, other.contentWords),
    );
    if (cancelledAt >= 0) found.splice(cancelledAt, 1);
    const isTime = sentence.words.length >= minTimeWords && proposesTime(sentences, index);
    if (replies.has(sentence) || !(hasItemLength(sentence) || isTime)) continue;
    const mentions = findNames(sentence.text, sentence.participantId);
    let reply: RequestReply | undefined;
    const commitment = findCommitment(sentence, {
      mentions,
      findReply: () => (reply = findReply(sentences, index)),
      isConfirmed: () => isConfirmed(sentences, index),
      proposesTime: () => isTime,
      isHypothetical: () => answersHypothetically(sentences, index),
    });
    if (!commitment || retracts(sentence.text)) continue;
    const isMeeting = commitment.assigneeId === null;
    const promised = commitment.reply && !isMeeting ? sentences.indexOf(commitment.reply.sentence, index) : index;
    if (isWithdrawnAfter(sentences, promised) || isRetractedAfter(sentences, index)) continue;
    if (commitment.reply) replies.add(commitment.reply.sentence).add(commitment.parts.at(-1) ?? sentence);
    const last = found.at(-1);
    const isContinued = last?.item.assignee_id === commitment.assigneeId && index - last.index <= maxCorrectionDistance;
    if (isContinued && replacesPrevious(sentence.text)) found.pop();
    const dueOn = (said: readonly Sentence[]) => (startedAt ? dueDayOf(said, { reply, startedAt }) : null);
    if (isContinued && continuesPrevious(sentences, { index, parts: commitment.parts, previousIndex: last.index })) {
      addDeadline(last.item, { sentence, dueOn: dueOn(commitment.parts) });
      continue;
    }
    const context = findContext(sentences, {
      index,
      parts: commitment.parts,
      isTask:
        commitment.assigneeId !== null &&
        (reply?.kind === 'promise' || reply?.kind === 'acceptance' || isConfirmed(sentences, index)),
    });
    if (context === 'missing') continue;
    const isVague = contentWordsOf(commitment.parts).size < minContentWords;
    const parts = context && isVague ? [context, ...commitment.parts] : commitment.parts;
    const contentWords = contentWordsOf(parts);
    if (found.slice(-maxCompared).some((other) => jaccard(other.contentWords, contentWords) >= minSimilarity)) continue;
    const [task = sentence, detail] = commitment.parts;
    const text = itemText(
      { task, context, detail },
      {
        assigneeId: commitment.assigneeId,
        addresseeId: mentions.addressee ?? addresseeOf(sentences, { index, participants }),
        names,
      },
    );
    const item = {
      text,
      assignee_id: commitment.assigneeId,
      start_ms: sentence.startMs,
      is_completed: false,
      due_on: dueOn(parts),
    };
    found.push({ item, contentWords, index });
  }
  return found.map(({ item }) => item);
}

/**
 * "You" is the other participant, or in larger groups the speaker who is answered, unless another one speaks next; null
 * if unclear.
 */
function addresseeOf(
  sentences: readonly Sentence[],
  { index, participants }: { index: number; participants: readonly Participant[] },
): string | null {
  const speaker = sentences[index]?.participantId ?? null;
  if (participants.length <= 2) return participants.find(({ id }) => id !== speaker)?.id ?? null;
  const previous = sentences[index - 1]?.participantId ?? null;
  const next = sentences
    .slice(index + 1, index + 1 + maxReplyDistance)
    .find(({ participantId }) => participantId !== speaker);
  return previous === speaker || (next && next.participantId !== previous) ? null : previous;
}

interface Found {
  item: ActionItem;
  contentWords: Set<string>;
  /** Of its first sentence. */
  index: number;
}

/** "Friday works" agrees on a day that the text of the request lacks. */
const dueDayOf = (
  said: readonly Sentence[],
  { reply, startedAt }: { reply: RequestReply | undefined; startedAt: Date },
) =>
  (reply?.kind === 'acceptance' ? findDueDay(reply.sentence.text, startedAt) : null) ??
  findDueDay(said.map(({ text }) => text).join(partSeparator), startedAt);

/** Quotes a sentence that adds a deadline to an item without one. */
function addDeadline(item: ActionItem, { sentence, dueOn }: { sentence: Sentence; dueOn: string | null }): void {
  if (!hasDeadline(sentence) || deadlinePattern.test(normalise(item.text))) return;
  item.text = `${item.text.replace(/\.$/, '')}${partSeparator}“${polishSentence(sentence.text)}”`;
  item.due_on ??= dueOn;
}

/** Size of the intersection divided by the size of the union. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}
