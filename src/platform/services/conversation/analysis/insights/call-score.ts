import type { ActionItem, Conversation, Question, Segment } from '../conversation.ts';
import { businessShare } from '../language/business-words.ts';
import type { ParsedConversation } from '../language/sentence.ts';
import { findAchievements } from './achievements.ts';

const minuteMs = 60_000;

/** Maximum points. Those for the form need no understanding of the language. All add up to 100. */
const formWeights = { answers: 10, exchange: 5, listening: 5, brevity: 5 };
const weights = { needs: 25, agreements: 25, content: 15, objections: 10, ...formWeights };

/** Per ten minutes of talk, the number that earns half of the points; three times as many earn 75 %. */
const forHalf = { needs: 2, agreements: 4 };
/** Shorter talk counts as this long: one question in a single minute would otherwise earn most of the points. */
const minTalkMs = 5 * minuteMs;

/** No points up to `min`, all points from `max`, linear in between. */
const businessRange = { min: 0.02, max: 0.08 };
/** Share of the points that a conversation without business content keeps. */
const shareWithoutBusiness = 0.2;

/** Share of turns left unsettled that costs all points for objections. */
const maxUnsettled = 0.25;

/** Share of engaging questions, of at least `minQuestions`, that earns all points. */
const engagingShare = 0.5;
const minQuestions = 4;

const changesPerMinute = { min: 1.5, max: 5 };
/** A backchannel such as "yes, exactly" does not count as a change of speaker. */
const maxBackchannelWords = 3;

/** Share of the time in which others speak that earns all points. */
const othersShare = 0.4;

const minMonologueMs = minuteMs;

/** What other parts of the analysis found. */
interface Findings {
  parsed: ParsedConversation;
  questions: readonly Question[];
  actionItems: readonly ActionItem[];
}

/**
 * Scores the host's conversation from 0 to 100 with one decimal, as the weighted sum of eight parts from 0 to 1:
 *
 * - 25 × needs: i / (i + 2), where i counts the host's insightful questions per ten minutes of talk (at least 5 minutes)
 * - 25 × agreements: a / (a + 4), where a counts action items and accepted figures or dates per ten minutes
 * - 15 × content: words of working life and rates ("nineteen cents a word") minus words of private life, as a share
 *   of the content words, from 2 % (0) to 8 % (1)
 * - 10 × objections: falls to 0 at 25 % of turns with an unanswered objection or a reproach
 * - 10 × answers: the share of engaging questions among the host's questions (counted as at least 4), where a share of
 *   0.5 or more counts as 1
 * - 5 × exchange: speaker changes per minute, from 1.5 or fewer (0) to 5 or more (1); backchannels of up to 3 words do
 *   not count
 * - 5 × listening: the others' share of the time, where 0.4 or more counts as 1
 * - 5 × brevity: the share of the time outside monologues, which are longer than a minute
 *
 * The sum is multiplied by 0.2 + 0.8 × content, so that a chat scores at most 20. Other languages than English have only
 * the last four parts, scaled to 100. If the host is unknown, the questions of all speakers count, and the one who
 * speaks most counts as the host for listening. Returns null when fewer than two known participants or not the host
 * spoke. The weights were chosen by hand; `npm run bench -- scores` compares the scores with a manual ranking of calls.
 */
export function scoreCall(
  { segments, host_id: hostId }: Pick<Conversation, 'segments' | 'host_id'>,
  { parsed: { sentences, isEnglish }, questions, actionItems }: Findings,
): number | null {
  const speeches = speechesOf(segments);
  const talkMs = new Map<string, number>();
  for (const { participantId, ms } of speeches) talkMs.set(participantId, (talkMs.get(participantId) ?? 0) + ms);
  if (talkMs.size < 2 || hostId === null || (hostId !== undefined && !talkMs.has(hostId))) return null;
  const totalMs = sum(talkMs.values());
  const asked = questions.filter((question) => hostId === undefined || question.participant_id === hostId);
  const hostMs = (hostId === undefined ? undefined : talkMs.get(hostId)) ?? Math.max(...talkMs.values());
  const form = {
    answers: answers(asked),
    exchange: exchange(speeches, totalMs),
    listening: Math.min(1, (1 - hostMs / totalMs) / othersShare),
    brevity: 1 - sum(joinSpeeches(speeches).map(({ ms }) => (ms > minMonologueMs ? ms : 0))) / totalMs,
  };
  if (!isEnglish) return rounded((weighted(form, formWeights) * 100) / sum(Object.values(formWeights)));
  const { turns, agreements, unsettled } = findAchievements(sentences, hostId);
  const perTenMinutes = (count: number) => (count * 10 * minuteMs) / Math.max(totalMs, minTalkMs);
  const content = withinRange(businessShare(sentences), businessRange);
  const parts = {
    ...form,
    needs: saturated(perTenMinutes(asked.filter((question) => question.is_insightful).length), forHalf.needs),
    agreements: saturated(perTenMinutes(actionItems.length + agreements), forHalf.agreements),
    content,
    objections: 1 - Math.min(1, unsettled / turns / maxUnsettled),
  };
  return rounded(weighted(parts, weights) * (shareWithoutBusiness + (1 - shareWithoutBusiness) * content));
}

const rounded = (score: number) => Math.round(score * 10) / 10;
const saturated = (value: number, half: number) => value / (value + half);
const withinRange = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(1, Math.max(0, (value - min) / (max - min)));

const weighted = (parts: Record<string, number>, points: Record<string, number>) =>
  sum(Object.entries(points).map(([part, max]) => max * (parts[part] ?? 0)));

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

function answers(questions: readonly Question[]): number {
  const engaging = questions.filter((question) => question.is_engaging).length;
  return Math.min(1, engaging / Math.max(questions.length, minQuestions) / engagingShare);
}

function exchange(speeches: readonly Speech[], totalMs: number): number {
  const changes = Math.max(0, joinSpeeches(speeches).length - 1) / (totalMs / minuteMs);
  return withinRange(changes, changesPerMinute);
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
