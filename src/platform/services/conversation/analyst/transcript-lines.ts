import type { Conversation } from '../analysis/conversation.ts';
import { withPlainNames } from '../analysis/participant-names.ts';
import { plainText } from '../plain-text.ts';

/** A numbered line of the prompt, to which the model refers. A long segment has several lines. */
export interface Line {
  /** Index of the segment. */
  segment: number;
  text: string;
}

const maxLineCharacters = 1000;
/** A low estimate for all languages, so that texts fit into a request. A Chinese character counts as one token. */
const bytesPerToken = 3;

export const tokensIn = (text: string) => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

export const linesOf = ({ segments }: Pick<Conversation, 'segments'>): Line[] =>
  segments.flatMap(({ text }, segment) => piecesOf(plainText(text)).map((piece) => ({ segment, text: piece })));

/** Splits a long text into pieces, each up to the last space or end of a sentence that fits. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxLineCharacters) {
    const head = rest.slice(0, maxLineCharacters);
    const end = Math.max(head.search(/[.!?。！？]\P{L}*[^.!?。！？]*$/u), head.lastIndexOf(' '));
    const at = end < maxLineCharacters / 4 ? maxLineCharacters : end + 1;
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Lines that are sent in one request; `to` is the index after the last line. */
export interface Chunk {
  from: number;
  to: number;
}

/** Splits lines into chunks. A chunk ends where a turn ends, unless a single turn does not fit. */
export function chunksOf(lines: readonly Line[], { segments }: Conversation, maxTokens: number): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  let turnStart = 0;
  let tokens = 0;
  for (const [index, { segment, text }] of lines.entries()) {
    const previous = segments[lines[index - 1]?.segment ?? -1];
    if (previous?.participant_id !== segments[segment]?.participant_id) turnStart = index;
    const added = lineTokens(text);
    if (tokens + added > maxTokens && index > from) {
      const to = turnStart > from ? turnStart : index;
      chunks.push({ from, to });
      from = to;
      tokens = lines.slice(from, index).reduce((sum, line) => sum + lineTokens(line.text), 0);
    }
    tokens += added;
  }
  return lines.length > from ? [...chunks, { from, to: lines.length }] : chunks;
}

/** A line begins with its number and speaker, which take up to 6 tokens. */
const lineTokens = (text: string) => tokensIn(text) + 6;

/** Numbers participants and lines, so that the answer can refer to them. */
export function numberedTranscript(conversation: Conversation, lines: readonly Line[], { from, to }: Chunk): string {
  const { participants, segments, started_at: startedAt } = conversation;
  const numbers = new Map(participants.map(({ id }, index) => [id, index]));
  const speaker = (id: string | null | undefined) => (id == null ? '?' : `P${numbers.get(id) ?? '?'}`);
  return [
    ...(startedAt ? [`Start: ${startedAt.toUTCString()}`] : []),
    'Participants:',
    ...withPlainNames(participants).map(({ name }, index) => `P${index}: ${name ?? 'unknown'}`),
    from === 0 ? 'Transcript:' : 'Transcript, continued:',
    ...lines
      .slice(from, to)
      .map(({ segment, text }, index) => `${from + index} ${speaker(segments[segment]?.participant_id)}: ${text}`),
  ].join('\n');
}
