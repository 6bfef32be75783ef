import { cleanSpeech } from './clean-speech.ts';
import type { Segment } from './conversation.ts';

/** What somebody said in one go, over one segment or many. */
export interface Turn {
  participantId: string | null;
  text: string;
  /** Where in the text each segment begins and ends, and when. */
  pieces: { from: number; to: number; startMs: number; endMs: number }[];
}

const endsSentence = /[.?!…。？！]["”»'’)]*$/u;
const acknowledgement = /^(?:(?:okay|ok|'?kay|yeah|yep|yes|right|sure|alright|oh|ah|cool|no|exactly|fine)[\s,.!?]*)+$/i;
const mostCharacters = 20_000;

export interface TurnOptions {
  isEnglish: boolean;
}

/**
 * Puts segments together: captions cut sentences in two, and a "yeah" of somebody else does not end one. Where a
 * transcript has no marks at the end of sentences, a segment is as good an end as any and none are put together.
 */
export function turnsOf(segments: readonly Segment[], options: TurnOptions): Turn[] {
  const spoken = segments.flatMap((segment) => {
    const text = cleanSpeech(segment.text, options);
    return text === '' ? [] : [{ ...segment, text }];
  });
  const hasMarks = spoken.filter(({ text }) => endsSentence.test(text)).length * 20 >= spoken.length;
  const turns: Turn[] = [];
  for (const segment of spoken) {
    const turn = hasMarks ? turnToContinue(turns, segment) : undefined;
    if (turn) append(turn, segment);
    else turns.push(append({ participantId: segment.participant_id, text: '', pieces: [] }, segment));
  }
  return turns;
}

function turnToContinue(turns: readonly Turn[], segment: Segment): Turn | undefined {
  const isOpen = (turn: Turn) =>
    turn.participantId === segment.participant_id && turn.text.length + segment.text.length < mostCharacters;
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

/** When the character at a place of the turn's text was spoken: interpolated within its segment. */
export function timeAt({ pieces }: Turn, offset: number): number {
  const piece = pieces.find(({ to }) => offset <= to) ?? pieces.at(-1);
  if (!piece) return 0;
  const share = Math.min(1, Math.max(0, (offset - piece.from) / (piece.to - piece.from)));
  return Math.round(piece.startMs + share * (piece.endMs - piece.startMs));
}
