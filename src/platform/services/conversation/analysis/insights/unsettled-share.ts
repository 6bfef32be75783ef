import { objects, rejects } from '../language/dialogue-acts.ts';
import { normalise } from '../language/normalise.ts';
import type { Sentence } from '../language/sentence.ts';

/** A shorter reply does not answer an objection. */
const minAnswerWords = 8;

interface Turn {
  participantId: string;
  /** Normalised. */
  text: string;
  words: number;
}

/**
 * Turns with a rejection, a reproach or an unanswered objection, as a share of all turns; English only. An objection
 * counts as answered if the next turn has at least 8 words, another one follows, and neither of them is a rejection. The
 * host's own reservations are not objections.
 */
export function unsettledShare(sentences: readonly Sentence[], hostId: string | undefined): number {
  const turns = turnsOf(sentences);
  const unsettled = turns.filter(
    ({ participantId, text }, index) =>
      rejects(text) || (participantId !== hostId && objects(text) && !isAnswered(turns, index)),
  );
  return unsettled.length / Math.max(1, turns.length);
}

function isAnswered(turns: readonly Turn[], index: number): boolean {
  const [answer, reply] = turns.slice(index + 1, index + 3);
  return (
    answer !== undefined &&
    answer.words >= minAnswerWords &&
    reply !== undefined &&
    ![answer, reply].some(({ text }) => rejects(text))
  );
}

function turnsOf(sentences: readonly Sentence[]): Turn[] {
  const turns: Turn[] = [];
  for (const { participantId, text, words } of sentences) {
    if (participantId === null) continue;
    const last = turns.at(-1);
    if (last?.participantId === participantId) {
      last.text += ` ${normalise(text)}`;
      last.words += words.length;
    } else turns.push({ participantId, text: normalise(text), words: words.length });
  }
  return turns;
}
