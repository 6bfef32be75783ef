import type { Segment } from '../conversation.ts';
import { removeDisfluencies } from './disfluencies.ts';

/** What a participant says until another one takes over. */
export interface SpeakerTurn {
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

const endOfSentence = /[.?!…](?=["”»'’)]*(?:\s|$))|[。？！]/gu;
/** Limits the text that the tokeniser gets at once. */
const maxTurnCharacters = 20_000;
const maxWordsPerMark = 60;

/**
 * Joins consecutive segments of a speaker into turns, because captions split sentences. A transcript counts as punctuated
 * if it has at least one mark at the end of a sentence per 60 words.
 */
export function joinTurns(
  segments: readonly Segment[],
  options: { isEnglish: boolean },
): { turns: SpeakerTurn[]; isPunctuated: boolean } {
  const spoken = segments.flatMap((segment) => {
    const text = removeDisfluencies(segment.text, options);
    return text === '' ? [] : [{ ...segment, text }];
  });
  const turns: SpeakerTurn[] = [];
  for (const segment of spoken) {
    const last = turns.at(-1);
    const isOpen =
      last?.participantId === segment.participant_id && last.text.length + segment.text.length < maxTurnCharacters;
    if (last && isOpen) append(last, segment);
    else turns.push(append({ participantId: segment.participant_id, text: '', pieces: [] }, segment));
  }
  const words = spoken.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  const marks = spoken.reduce((sum, { text }) => sum + (text.match(endOfSentence)?.length ?? 0), 0);
  return { turns, isPunctuated: marks * maxWordsPerMark >= words };
}

function append(turn: SpeakerTurn, { text, start_ms: startMs, end_ms: endMs }: Segment): SpeakerTurn {
  if (turn.text !== '') turn.text += ' ';
  const from = turn.text.length;
  turn.text += text;
  turn.pieces.push({ from, to: turn.text.length, startMs, endMs });
  return turn;
}

/** The time of an offset in the text, interpolated within its segment, in milliseconds. */
export function timeAt({ pieces }: SpeakerTurn, offset: number): number {
  const piece = pieceAt(pieces, offset);
  if (!piece) return 0;
  const share = Math.min(1, Math.max(0, (offset - piece.from) / (piece.to - piece.from)));
  return Math.round(piece.startMs + share * (piece.endMs - piece.startMs));
}

/** Returns the first piece that ends at or after `offset`, otherwise the last piece. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [first, last] = [0, pieces.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (offset <= (pieces[middle]?.to ?? 0)) last = middle;
    else first = middle + 1;
  }
  return pieces[first];
}
