import { asWritten } from '../language/disfluencies.ts';
import type { ActionItem, Participant } from '../conversation.ts';
import type { Reading, Sentence } from '../language/sentence.ts';
import { nameFinder } from './name-mentions.ts';
import { candidateIn, hasItemLength } from './classify-sentence.ts';
import { marker } from './duty.ts';
import { findReply } from './request-response.ts';
import { deadline, plain } from './task-patterns.ts';

const minSubjectWords = 2;
const minOverlap = 0.6;
/** Comparing with a bounded number of earlier items keeps the time proportional to the length of the call. */
const maxCompared = 40;

/**
 * Commitments of an English conversation, in order of time: promises ("I'll send …", "we owe you …", "you'll have it by
 * Friday"), requests that another speaker accepts, duties given to a participant by name, appointments, and what is
 * announced as an action item. A refused request is none; one without an answer to it needs a name, a day or "please".
 *
 * The assignee is the speaker who promises or accepts, else the participant who is named, else null. The text quotes the
 * sentence, with the acceptance where that adds something: "Could you send the deck? – I'll do that tomorrow."
 * Repetitions are left out. Other languages give no items.
 */
export function findActionItems({ sentences, isEnglish }: Reading, participants: readonly Participant[]): ActionItem[] {
  if (!isEnglish) return [];
  const namesIn = nameFinder(participants);
  const found: { item: ActionItem; subject: Set<string> }[] = [];
  const replies = new Set<Sentence>();
  for (const [index, sentence] of sentences.entries()) {
    if (replies.has(sentence) || !hasItemLength(sentence)) continue;
    const named = namesIn(sentence.text, sentence.participantId);
    const candidate = candidateIn(sentence, { named, findReply: () => findReply(sentences, index) });
    if (!candidate) continue;
    if (candidate.reply) replies.add(candidate.reply.sentence);
    const parts = withContext(candidate.parts, sentences[index - 1]);
    const subject = subjectOf(parts);
    if (subject.size < minSubjectWords && !parts.some(({ text }) => deadline.test(plain(text)))) continue;
    if (found.slice(-maxCompared).some((other) => overlap(other.subject, subject) >= minOverlap)) continue;
    const text = parts.map((part) => asWritten(part.text.replace(marker, ''))).join(' – ');
    const item = { text, assignee_id: candidate.assigneeId, start_ms: sentence.startMs, is_completed: false };
    found.push({ item, subject });
  }
  return found.map(({ item }) => item);
}

/** "I'll change it" means little without what the other speaker said before. */
function withContext(parts: Sentence[], before: Sentence | undefined): Sentence[] {
  const needsContext = subjectOf(parts).size < minSubjectWords;
  const isOther = before?.participantId !== parts[0]?.participantId;
  return before && needsContext && isOther && hasItemLength(before) ? [before, ...parts] : parts;
}

const subjectOf = (parts: readonly Sentence[]) =>
  new Set(parts.flatMap(({ words }) => words.flatMap(({ isContent, lemma }) => (isContent ? lemma : []))));

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return both / Math.max(1, a.size + b.size - both);
}
