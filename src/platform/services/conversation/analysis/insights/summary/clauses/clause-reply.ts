import { acceptsWithoutReservation, declines, proposes, refuses } from '../../../language/dialogue-acts.ts';
import { normalise } from '../../../language/normalise.ts';
import { asksQuestion } from '../../../language/question-form.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { acceptsOffer, closesDeal } from './clause-patterns.ts';

const max = { distance: 2, echoWords: 6 };

/** How the next words of another speaker answer a sentence. */
export function replyTo(sentences: readonly Sentence[], index: number) {
  const sentence = sentences[index];
  const distance = sentences
    .slice(index + 1, index + 2 + max.distance)
    .findIndex(({ participantId }) => participantId !== sentence?.participantId);
  const at = index + 1 + distance;
  const reply = distance === -1 ? undefined : sentences[at];
  const isDeal = isClosed(sentences, at);
  const isAccepted = sentence && reply && distance < max.distance && (isDeal || accepts(sentence, reply));
  const normalised = normalise(reply?.text ?? '');
  return {
    /** Normalised; empty without a reply. */
    reply: normalised,
    closesDeal: isDeal,
    acceptedBy: isAccepted === true ? reply.participantId : null,
    isRefused: proposes(normalise(sentence?.text ?? '')) && isRefusal(normalised),
  };
}

const isRefusal = (normalised: string) => refuses(normalised) || declines(normalised);

/** Whether the turn of a reply closes a deal with its first or second sentence. */
function isClosed(sentences: readonly Sentence[], at: number): boolean {
  const turn = sentences.slice(at, at + 2).filter((sentence) => sentence.turn === sentences[at]?.turn);
  return turn.some(({ text }) => closesDeal(normalise(text)));
}

/** Also an echo: "Only the submarine, yes, please." */
function accepts(sentence: Sentence, reply: Sentence): boolean {
  const normalised = normalise(reply.text);
  if (isRefusal(normalised)) return false;
  if (acceptsWithoutReservation(normalised) || acceptsOffer(normalised)) return true;
  if (reply.words.length > max.echoWords || asksQuestion(reply)) return false;
  const said = new Set(sentence.words.flatMap(({ isContent, lemma }) => (isContent ? lemma : [])));
  const content = reply.words.filter(({ isContent }) => isContent);
  const repeated = content.filter(({ lemma }) => said.has(lemma)).length;
  return repeated > 0 && repeated * 2 >= content.length;
}
