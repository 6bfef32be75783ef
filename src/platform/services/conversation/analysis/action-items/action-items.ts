import type { ActionItem, Participant } from '../conversation.ts';
import { polishSentence } from '../language/disfluencies.ts';
import type { ParsedConversation, Sentence } from '../language/sentence.ts';
import { actionItemLabel, findCommitment, hasItemLength } from './find-commitment.ts';
import { createNameFinder } from './name-mentions.ts';
import { findDueDay, partSeparator } from './due-day.ts';
import { findReply, type RequestReply } from './reply-to-request.ts';
import { deadlinePattern, normalise } from './task-patterns.ts';

const minContentWords = 2;
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
 * A refused request is not an action item. The assignee is the speaker who promises, otherwise the participant who is
 * addressed, otherwise the speaker who accepts; null for tasks of the team. The text quotes the sentence, followed by
 * the reply if it adds details: "Could you send the deck? – I'll do that tomorrow." Days such as "tomorrow" are relative
 * to the UTC day of `startedAt`. Duplicates are left out. In other languages, the list is empty.
 */
export function findActionItems(
  { sentences, isEnglish, startedAt }: ParsedConversation & { startedAt?: Date | undefined },
  participants: readonly Participant[],
): ActionItem[] {
  if (!isEnglish) return [];
  const findNames = createNameFinder(participants);
  const found: { item: ActionItem; contentWords: Set<string> }[] = [];
  const replies = new Set<Sentence>();
  for (const [index, sentence] of sentences.entries()) {
    if (replies.has(sentence) || !hasItemLength(sentence)) continue;
    const mentions = findNames(sentence.text, sentence.participantId);
    let reply: RequestReply | undefined;
    const commitment = findCommitment(sentence, {
      mentions,
      findReply: () => (reply = findReply(sentences, index)),
    });
    if (!commitment) continue;
    if (commitment.reply) replies.add(commitment.reply.sentence);
    const parts = withContext(commitment.parts, sentences[index - 1]);
    const contentWords = contentWordsOf(parts);
    const isTooVague =
      contentWords.size < minContentWords && !parts.some(({ text }) => deadlinePattern.test(normalise(text)));
    if (isTooVague) continue;
    if (found.slice(-maxCompared).some((other) => jaccard(other.contentWords, contentWords) >= minSimilarity)) continue;
    const text = parts.map((part) => polishSentence(part.text.replace(actionItemLabel, ''))).join(partSeparator);
    const item = {
      text,
      assignee_id: commitment.assigneeId,
      start_ms: sentence.startMs,
      is_completed: false,
      due_on: startedAt ? dueDayOf({ text, reply }, startedAt) : null,
    };
    found.push({ item, contentWords });
  }
  return found.map(({ item }) => item);
}

/** "Friday works" agrees on a day that the text of the request lacks. */
const dueDayOf = ({ text, reply }: { text: string; reply: RequestReply | undefined }, startedAt: Date) =>
  (reply?.kind === 'acceptance' ? findDueDay(reply.sentence.text, startedAt) : null) ?? findDueDay(text, startedAt);

/** Prepends the previous speaker's sentence to sentences that mean little on their own, such as "I'll change it". */
function withContext(parts: Sentence[], previous: Sentence | undefined): Sentence[] {
  const needsContext = contentWordsOf(parts).size < minContentWords;
  const isOtherSpeaker = previous?.participantId !== parts[0]?.participantId;
  return previous && needsContext && isOtherSpeaker && hasItemLength(previous) ? [previous, ...parts] : parts;
}

const contentWordsOf = (parts: readonly Sentence[]) =>
  new Set(parts.flatMap(({ words }) => words.flatMap(({ isContent, lemma }) => (isContent ? lemma : []))));

/** Size of the intersection divided by the size of the union. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}
