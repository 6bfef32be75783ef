import type { Question, Segment } from '../conversation.ts';

const minuteMs = 60_000;

/** Maximum points; they add up to 100. */
const weights = { insight: 25, answers: 25, exchange: 30, balance: 10, brevity: 10 };

/** Insightful questions per ten minutes of talk that earn half of the points; three times as many earn 75 %. */
const insightfulForHalf = 2;
/** Shorter talk counts as this long: one question in a single minute would otherwise earn most of the points. */
const minTalkMs = 5 * minuteMs;

/** Share of engaging questions, of at least `minQuestions`, that earns all points. */
const engagingShare = 0.5;
const minQuestions = 4;

/** No points up to `min`, all points from `max`, linear in between. */
const changesPerMinute = { min: 1.5, max: 5 };
/** A backchannel such as "yes, exactly" does not count as a change of speaker. */
const maxBackchannelWords = 3;

const minMonologueMs = minuteMs;

/**
 * Scores a conversation from 0 to 100 with one decimal, as the weighted sum of five components from 0 to 1:
 *
 * - 25 × insight: i / (i + 2), where i counts the insightful questions per ten minutes of talk (at least 5 minutes)
 * - 25 × answers: the share of engaging questions among all questions (counted as at least 4), where a share of 0.5 or
 *   more counts as 1
 * - 30 × exchange: speaker changes per minute, from 1.5 or fewer (0) to 5 or more (1); backchannels of up to 3 words do
 *   not count
 * - 10 × balance: how evenly the speakers share the time (Shannon entropy of their shares, divided by its maximum)
 * - 10 × brevity: the share of the time outside monologues, which are longer than a minute
 *
 * Insight is measured in English only; in other languages the other components are scaled to 100. Returns null when
 * fewer than two known participants spoke. The weights were chosen by hand; `npm run bench -- scores` compares the
 * scores with a manual ranking of calls.
 */
export function scoreCall(
  segments: readonly Segment[],
  { questions, isEnglish }: { questions: readonly Question[]; isEnglish: boolean },
): number | null {
  const speeches = speechesOf(segments);
  const talkMs = new Map<string, number>();
  for (const { participantId, ms } of speeches) talkMs.set(participantId, (talkMs.get(participantId) ?? 0) + ms);
  if (talkMs.size < 2) return null;
  const totalMs = sum(talkMs.values());
  const components = {
    insight: insight(questions, totalMs),
    answers: answers(questions),
    exchange: exchange(speeches, totalMs),
    balance: balance([...talkMs.values()].map((ms) => ms / totalMs)),
    brevity: 1 - sum(joinSpeeches(speeches).map(({ ms }) => (ms > minMonologueMs ? ms : 0))) / totalMs,
  };
  const interaction = weights.answers * components.answers + weights.exchange * components.exchange;
  const form = weights.balance * components.balance + weights.brevity * components.brevity;
  const score = isEnglish
    ? weights.insight * components.insight + interaction + form
    : ((interaction + form) * 100) / (100 - weights.insight);
  return Math.round(score * 10) / 10;
}

interface Speech {
  participantId: string;
  ms: number;
  words: number;
}

const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

function speechesOf(segments: readonly Segment[]): Speech[] {
  return segments.flatMap(({ participant_id: participantId, start_ms: startMs, end_ms: endMs, text }) => {
    const words = text.match(word)?.length ?? 0;
    return participantId !== null && endMs > startMs && words > 0
      ? [{ participantId, ms: endMs - startMs, words }]
      : [];
  });
}

/** Leaves out the backchannels of others in between. */
function joinSpeeches(speeches: readonly Speech[]): Speech[] {
  const joined: Speech[] = [];
  for (const speech of speeches) {
    const last = joined.at(-1);
    if (last?.participantId === speech.participantId) {
      last.ms += speech.ms;
      last.words += speech.words;
    } else if (speech.words > maxBackchannelWords) joined.push({ ...speech });
  }
  return joined;
}

function insight(questions: readonly Question[], totalMs: number): number {
  const insightful = questions.filter((question) => question.is_insightful).length;
  const perTenMinutes = (insightful * 10 * minuteMs) / Math.max(totalMs, minTalkMs);
  return perTenMinutes / (perTenMinutes + insightfulForHalf);
}

function answers(questions: readonly Question[]): number {
  const engaging = questions.filter((question) => question.is_engaging).length;
  return Math.min(1, engaging / Math.max(questions.length, minQuestions) / engagingShare);
}

function exchange(speeches: readonly Speech[], totalMs: number): number {
  const changes = Math.max(0, joinSpeeches(speeches).length - 1) / (totalMs / minuteMs);
  return Math.min(1, Math.max(0, (changes - changesPerMinute.min) / (changesPerMinute.max - changesPerMinute.min)));
}

const balance = (shares: readonly number[]) =>
  -sum(shares.map((share) => share * Math.log(share))) / Math.log(shares.length);

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
