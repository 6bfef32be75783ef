import type { Participant, Segment } from '../../../../../src/platform/services/conversation/analysis/conversation.ts';

export const people: Participant[] = [
  { id: 'p-anna', name: 'Anna Bauer' },
  { id: 'p-tom', name: 'Tom Reed' },
  { id: 'p-mira', name: 'Mira Sol' },
];

/** Consecutive segments from lines of the form "speaker: text", half a second per word. */
export function talk(...lines: string[]): Segment[] {
  let end = 0;
  return lines.map((line) => {
    const [, speaker = '', text = ''] = /^(\w+|\?): ?(.*)$/s.exec(line) ?? [];
    const start = end;
    end += Math.max(1, text.split(/\s+/).length) * 500;
    return { participant_id: speaker === '?' ? null : `p-${speaker}`, start_ms: start, end_ms: end, text };
  });
}
