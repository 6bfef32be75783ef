import type { Question, Segment } from './conversation.ts';

const hasWords = /[\p{L}\p{N}]/u;
const questionsPerTenMinutes = 5;
const minuteMs = 60_000;
/** A monologue up to the first length costs nothing, from the second on everything. */
const monologueMs = { fine: 2 * minuteMs, longest: 10 * minuteMs };

/**
 * How much of a conversation it was, from 0 to 100 with one decimal: 30 × how evenly the speakers share the time
 * (entropy of their shares, 1 when all are equal) + 25 × questions asked, 5 in ten minutes or more being full marks
 * + 25 × the share of questions that were answered at length + 20 × how short the longest monologue is (2 minutes or
 * less full marks, 10 or more none). Null where fewer than two known speakers spoke.
 */
export function scoreCall(segments: readonly Segment[], questions: readonly Question[]): number | null {
  const talkMs = new Map<string, number>();
  for (const { participant_id: id, start_ms: startMs, end_ms: endMs, text } of segments) {
    if (id !== null && endMs > startMs && hasWords.test(text)) talkMs.set(id, (talkMs.get(id) ?? 0) + endMs - startMs);
  }
  if (talkMs.size < 2) return null;
  const totalMs = [...talkMs.values()].reduce((sum, ms) => sum + ms, 0);
  const shares = [...talkMs.values()].map((ms) => ms / totalMs);
  const balance = -shares.reduce((sum, share) => sum + share * Math.log(share), 0) / Math.log(shares.length);
  const asked = Math.min(1, questions.length / (totalMs / minuteMs / 10) / questionsPerTenMinutes);
  const answered =
    questions.length === 0 ? 0 : questions.filter((question) => question.is_engaging).length / questions.length;
  const excess = (longestMonologueMs(segments) - monologueMs.fine) / (monologueMs.longest - monologueMs.fine);
  const brevity = 1 - Math.min(1, Math.max(0, excess));
  return Math.round((30 * balance + 25 * asked + 25 * answered + 20 * brevity) * 10) / 10;
}

function longestMonologueMs(segments: readonly Segment[]): number {
  let longest = 0;
  let begun: Segment | undefined;
  for (const segment of segments) {
    if (begun?.participant_id !== segment.participant_id) begun = segment;
    if (segment.participant_id !== null) longest = Math.max(longest, segment.end_ms - begun.start_ms);
  }
  return longest;
}
