import type { Segment } from '../conversation.ts';
import { removeDisfluencies } from './disfluencies.ts';

/** What a participant says until another one takes over. */
export interface Turn {
  participantId: string | null;
  text: string;
  pieces: Piece[];
}

interface Piece {
  from: number;
  to: number;
  startMs: number;
  endMs: number;
}

const endsSentence = /[.?!…。？！]["”»'’)]*$/u;
const acknowledgement = /^(?:(?:okay|ok|'?kay|yeah|yep|yes|right|sure|alright|oh|ah|cool|no|exactly|fine)[\s,.!?]*)+$/i;
/** Limits the text that the tokeniser gets at once. */
const maxTurnCharacters = 20_000;

/**
 * Joins consecutive segments of a speaker into turns, because captions split sentences. Another speaker's "yeah" does
 * not end a turn in the middle of a sentence. A transcript counts as punctuated if at least one segment in 20 ends with
 * a punctuation mark, or if it has at least one mark per 60 words.
 */
export function joinTurns(
  segments: readonly Segment[],
  options: { isEnglish: boolean },
): { turns: Turn[]; isPunctuated: boolean } {
  const spoken = segments.flatMap((segment) => {
    const text = removeDisfluencies(segment.text, options);
    return text === '' ? [] : [{ ...segment, text }];
  });
  const turns: Turn[] = [];
  for (const segment of spoken) {
    const turn = turnToContinue(turns, segment);
    if (turn) append(turn, segment);
    else turns.push(append({ participantId: segment.participant_id, text: '', pieces: [] }, segment));
  }
  return { turns, isPunctuated: isPunctuated(spoken.map(({ text }) => text)) };
}

function isPunctuated(texts: readonly string[]): boolean {
  if (texts.filter((text) => endsSentence.test(text)).length * 20 >= texts.length) return true;
  const words = texts.reduce((sum, text) => sum + text.split(' ').length, 0);
  const marks = texts.reduce((sum, text) => sum + (text.match(/[.?!…](?=\s)|[。？！]/gu)?.length ?? 0), 0);
  return marks * 60 >= words;
}

function turnToContinue(turns: readonly Turn[], segment: Segment): Turn | undefined {
  const isOpen = (turn: Turn) =>
    turn.participantId === segment.participant_id && turn.text.length + segment.text.length < maxTurnCharacters;
  const last = turns.at(-1);
  if (!last || isOpen(last)) return last;
  const before = turns.at(-2);
  const isInterrupted = before && isOpen(before) && !endsSentence.test(before.text);
  return isInterrupted && acknowledgement.test(last.text) ? before : undefined;
}

function append(turn: Turn, { text, start_ms: startMs, end_ms: endMs }: Segment): Turn {
  if (turn.text !== '') turn.text += ' ';
  const from = turn.text.length;
  turn.text += text;
  turn.pieces.push({ from, to: turn.text.length, startMs, endMs });
  return turn;
}

/** The time of an offset in the text, interpolated within its segment, in milliseconds. */
export function timeAt({ pieces }: Turn, offset: number): number {
  const piece = pieceAt(pieces, offset);
  if (!piece) return 0;
  const share = Math.min(1, Math.max(0, (offset - piece.from) / (piece.to - piece.from)));
  return Math.round(piece.startMs + share * (piece.endMs - piece.startMs));
}

/** The last piece if none ends at or after `offset`. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [first, last] = [0, pieces.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (offset <= (pieces[middle]?.to ?? 0)) last = middle;
    else first = middle + 1;
  }
  return pieces[first];
}
