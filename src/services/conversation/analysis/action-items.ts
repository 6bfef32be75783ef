import { asWritten } from './clean-speech.ts';
import type { ActionItem, Participant } from './conversation.ts';
import * as phrase from './action-phrases.ts';
import { type Named, nameFinder } from './assignee.ts';
import type { Reading, Sentence } from './sentence.ts';

const itemWords = { least: 4, most: 45 };
const sameItem = 0.6;

/**
 * What somebody took on or was asked to do, in English: "I'll send …", "can you prepare …", "we need to schedule …",
 * "action item: …", rather too few than too many. Vague forms ("we should …") count only with a day. The assignee is
 * the speaker of "I will", the participant who is named in a request, else nobody. Repetitions are left out. Nothing is
 * found in other languages.
 */
export function findActionItems({ sentences, isEnglish }: Reading, participants: readonly Participant[]): ActionItem[] {
  if (!isEnglish) return [];
  const namesIn = nameFinder(participants, phrase.task);
  const found: { item: ActionItem; subject: Set<string> }[] = [];
  for (const sentence of sentences) {
    const kind = kindOf(sentence, namesIn);
    if (!kind) continue;
    const subject = new Set(sentence.words.flatMap(({ isContent, lemma }) => (isContent ? lemma : [])));
    if (subject.size < 2 && !phrase.deadline.test(sentence.text)) continue;
    if (found.some((other) => overlap(other.subject, subject) >= sameItem)) continue;
    const text = asWritten(sentence.text.replace(phrase.marker, ''));
    const item = { text, assignee_id: kind.assigneeId, start_ms: sentence.startMs, is_completed: false };
    found.push({ item, subject });
  }
  return found.map(({ item }) => item);
}

function kindOf(
  sentence: Sentence,
  namesIn: (text: string, speakerId: string | null) => Named,
): { assigneeId: string | null } | undefined {
  const { text, words, participantId } = sentence;
  if (words.length < itemWords.least || words.length > itemWords.most) return undefined;
  const named = namesIn(text, participantId);
  if (phrase.marker.test(text))
    return { assigneeId: phrase.own.test(text) ? participantId : (named.addressed ?? named.subject) };
  if (phrase.conditional.test(text)) return undefined;
  const isDated = phrase.deadline.test(text);
  const isAsked = /\?["”')]*$/.test(text);
  if (phrase.request.test(text) || phrase.plea.test(text)) return { assigneeId: named.addressed };
  if (isAsked) return undefined;
  if (phrase.own.test(text) && (isDated || !phrase.ownWeak.test(text))) return { assigneeId: participantId };
  if (named.subject !== null) return { assigneeId: named.subject };
  if (phrase.duty.test(text) && (isDated || named.addressed !== null)) return { assigneeId: named.addressed };
  if (
    isDated ? phrase.ours.test(text) || phrase.oursWeak.test(text) : phrase.ours.test(text) && !phrase.vague.test(text)
  )
    return { assigneeId: null };
  return undefined;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return both / Math.max(1, a.size + b.size - both);
}
