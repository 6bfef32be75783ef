import { normalise } from '../language/normalise.ts';
import type { Sentence } from '../language/sentence.ts';
import { isSpecific } from './context.ts';
import { deliversPronoun } from './delivery-patterns.ts';

/**
 * Whether the commitment of a sentence repeats the previous one of the same assignee: "I'll ask Ann. And I'll get back to
 * you next week.", "I'll let you know. – By phone? – I'll call you.", "I'll dig them out. You'll get them today."
 */
export function continuesPrevious(
  sentences: readonly Sentence[],
  { index, parts, previousIndex }: { index: number; parts: readonly Sentence[]; previousIndex: number },
): boolean {
  const [sentence, before] = [sentences[index], sentences[index - 1]];
  if (!sentence || !before) return false;
  if (deliversPronoun(normalise(sentence.text))) return true;
  // "I'll call you" only reports on the task.
  if (isSpecific(parts) || !sentence.words.some(({ normal }) => normal === 'you')) return false;
  const isSameTurn = previousIndex === index - 1 && sentence.turn === before.turn;
  return isSameTurn || (before.participantId !== sentence.participantId && isElliptical(before));
}

/** "On the phone or by mail?" */
const isElliptical = ({ text, words }: Sentence) =>
  text.endsWith('?') && !words.some(({ partOfSpeech }) => ['VERB', 'AUX'].includes(partOfSpeech));
