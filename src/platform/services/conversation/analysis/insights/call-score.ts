import type { Question, Segment } from '../conversation.ts';

const minuteMs = 60_000;

const weights = { insight: 25, answers: 25, exchange: 30, balance: 10, brevity: 10 };

/** So many insightful questions in ten minutes of talk give half of the marks, three times as many three quarters. */
const insightfulForHalf = 2;
/** Shorter calls are rated as if they were this long, so that one question does not make a minute a good call. */
const minTalkMs = 5 * minuteMs;

/** The share of engaging questions that gives full marks, among at least so many questions. */
const engagingShare = 0.5;
const minQuestions = 4;

/** Changes of the speaker in a minute: none of the marks up to the first, full marks from the second on. */
const changesPerMinute = { none: 1.5, full: 5 };
/** "Yes, exactly" does not take the floor. */
const maxInterjectionWords = 3;

/** Speaking for longer than this is a monologue. */
const monologueMs = minuteMs;

/**
 * How good a conversation it was, from 0 to 100 with one decimal:
 *
 * - 25 × insight: i / (i + 2), where i is the number of insightful questions in ten minutes of talk (at least 5 minutes)
 * - 25 × answers: the share of engaging questions among all (among 4 if there are fewer), half of them being full marks
 * - 30 × exchange: how often the speaker changes, 1.5 times in a minute or less being no marks, 5 times or more full
 *   marks; interjections of up to 3 words do not count
 * - 10 × balance: how evenly the speakers share the time (entropy of their shares, 1 when all are equal)
 * - 10 × brevity: the share of the time outside monologues, which are longer than a minute
 *
 * Insight exists in English alone; in other languages the other parts are scaled to 100. Null where fewer than two
 * known speakers spoke. The weights were chosen by judgement; the result agrees with calls that were ranked by hand
 * (see `npm run bench -- scores`).
 */
export function scoreCall(
  segments: readonly Segment[],
  { questions, isEnglish }: { questions: readonly Question[]; isEnglish: boolean },
): number | null {
  const stretches = stretchesOf(segments);
  const talkMs = new Map<string, number>();
  for (const { participantId, ms } of stretches) talkMs.set(participantId, (talkMs.get(participantId) ?? 0) + ms);
  if (talkMs.size < 2) return null;
  const totalMs = sum(talkMs.values());
  const parts = {
    insight: insight(questions, totalMs),
    answers: answers(questions),
    exchange: exchange(stretches, totalMs),
    balance: balance([...talkMs.values()].map((ms) => ms / totalMs)),
    brevity: 1 - sum(floors(stretches).map(({ ms }) => (ms > monologueMs ? ms : 0))) / totalMs,
  };
  const marks = weights.answers * parts.answers + weights.exchange * parts.exchange;
  const form = weights.balance * parts.balance + weights.brevity * parts.brevity;
  const score = isEnglish
    ? weights.insight * parts.insight + marks + form
    : ((marks + form) * 100) / (100 - weights.insight);
  return Math.round(score * 10) / 10;
}

interface Stretch {
  participantId: string;
  ms: number;
  words: number;
}

const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

function stretchesOf(segments: readonly Segment[]): Stretch[] {
  return segments.flatMap(({ participant_id: participantId, start_ms: startMs, end_ms: endMs, text }) => {
    const words = text.match(word)?.length ?? 0;
    return participantId !== null && endMs > startMs && words > 0
      ? [{ participantId, ms: endMs - startMs, words }]
      : [];
  });
}

/** Puts together what one person says until another one says more than an interjection. */
function floors(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const stretch of stretches) {
    const last = merged.at(-1);
    if (last?.participantId === stretch.participantId) {
      last.ms += stretch.ms;
      last.words += stretch.words;
    } else if (stretch.words > maxInterjectionWords) merged.push({ ...stretch });
  }
  return merged;
}

function insight(questions: readonly Question[], totalMs: number): number {
  const insightful = questions.filter((question) => question.is_insightful).length;
  const inTenMinutes = (insightful * 10 * minuteMs) / Math.max(totalMs, minTalkMs);
  return inTenMinutes / (inTenMinutes + insightfulForHalf);
}

function answers(questions: readonly Question[]): number {
  const engaging = questions.filter((question) => question.is_engaging).length;
  return Math.min(1, engaging / Math.max(questions.length, minQuestions) / engagingShare);
}

function exchange(stretches: readonly Stretch[], totalMs: number): number {
  const changes = Math.max(0, floors(stretches).length - 1) / (totalMs / minuteMs);
  return Math.min(1, Math.max(0, (changes - changesPerMinute.none) / (changesPerMinute.full - changesPerMinute.none)));
}

function balance(shares: readonly number[]): number {
  return -sum(shares.map((share) => share * Math.log(share))) / Math.log(shares.length);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
