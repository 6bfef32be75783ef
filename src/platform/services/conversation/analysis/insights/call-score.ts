import type { ActionItem, Conversation, Question, Segment } from '../conversation.ts';
import { businessShare } from '../language/business-words.ts';
import { isOpenQuestion } from '../language/question-form.ts';
import type { ParsedConversation } from '../language/sentence.ts';
import { figureShare, unsettledShare } from './achievements.ts';

/** Maximum points, which add up to 100. */
const weights = { needs: 30, agreements: 25, listening: 20, figures: 15, objections: 10 };
const weightsOfChat = { agreements: 15, listening: 5 };
const weightsOfOtherLanguage = { answers: 20, listening: 20 };

/** No points up to `min`, all points from `max`, linear in between. */
const businessRange = { min: 0.04, max: 0.08 };
const figureRange = { min: 0.05, max: 0.3 };

/** Share of open or engaging questions, of at least `minQuestions`, that earns all points. */
const questionShare = 0.5;
const minQuestions = 4;

/** Share of turns left unsettled that costs all points for objections. */
const maxUnsettled = 0.1;

/** Share of the time in which others speak that earns all points. */
const othersShare = 0.4;

/** What other parts of the analysis found. */
interface Findings {
  parsed: ParsedConversation;
  questions: readonly Question[];
  actionItems: readonly ActionItem[];
}

/**
 * Scores the host's conversation from 0 to 100 with one decimal, as the weighted sum of five parts from 0 to 1:
 *
 * - 30 × needs: the share of open questions among the host's questions (counted as at least 4), where 0.5 or more counts
 *   as 1
 * - 25 × agreements: the mean of h / (h + 1) and o / (o + 1), where h and o count the action items of the host and of the
 *   others; those without an assignee, such as appointments, count for both
 * - 20 × listening: the others' share of the time, where 0.4 or more counts as 1
 * - 15 × figures: the share of sentences with a figure, from 5 % (0) to 30 % (1)
 * - 10 × objections: falls to 0 at 10 % of turns with an unanswered objection, a rejection or a reproach
 *
 * Words of working life and rates ("nineteen cents a word") minus words of private life are the content, a share of the
 * content words. From 8 % the sum is the score; up to 4 % the call is a chat and scores 15 × agreements + 5 × listening;
 * in between, the score is interpolated.
 *
 * In other languages than English, only the form is known: 20 × the share of engaging questions, which counts like that
 * of open ones, + 20 × listening. If the host is unknown, the questions of all speakers count, and the one who speaks most
 * counts as the host otherwise. Returns null when fewer than two known participants or not the host spoke. The weights
 * fit calls ranked by hand; `npm run bench -- scores` compares them.
 */
export function scoreCall(
  { segments, host_id: hostId }: Pick<Conversation, 'segments' | 'host_id'>,
  { parsed: { sentences, isEnglish }, questions, actionItems }: Findings,
): number | null {
  const talkMs = talkTimes(segments);
  const speakers = [...talkMs.keys()].toSorted((a, b) => (talkMs.get(b) ?? 0) - (talkMs.get(a) ?? 0));
  const host = hostId ?? speakers[0];
  if (speakers.length < 2 || hostId === null || host === undefined || !talkMs.has(host)) return null;
  const asked = questions.filter((question) => hostId === undefined || question.participant_id === hostId);
  const listening = Math.min(1, (1 - (talkMs.get(host) ?? 0) / sum(talkMs.values())) / othersShare);
  if (!isEnglish) {
    const answers = shareOf(asked, (question) => question.is_engaging);
    return rounded(weighted({ answers, listening }, weightsOfOtherLanguage));
  }
  const parts = {
    needs: shareOf(asked, ({ text }) => isOpenQuestion(text)),
    agreements: agreements(actionItems, host),
    figures: withinRange(figureShare(sentences), figureRange),
    listening,
    objections: 1 - Math.min(1, unsettledShare(sentences, hostId) / maxUnsettled),
  };
  const content = withinRange(businessShare(sentences), businessRange);
  return rounded(content * weighted(parts, weights) + (1 - content) * weighted(parts, weightsOfChat));
}

const rounded = (score: number) => Math.round(score * 10) / 10;
const withinRange = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(1, Math.max(0, (value - min) / (max - min)));

const weighted = (parts: Record<string, number>, points: Record<string, number>) =>
  sum(Object.entries(points).map(([part, max]) => max * (parts[part] ?? 0)));

const spokenWord = /[\p{L}\p{N}]/u;

function talkTimes(segments: readonly Segment[]): Map<string, number> {
  const talkMs = new Map<string, number>();
  for (const { participant_id: id, start_ms: startMs, end_ms: endMs, text } of segments) {
    if (id === null || endMs <= startMs || !spokenWord.test(text)) continue;
    talkMs.set(id, (talkMs.get(id) ?? 0) + endMs - startMs);
  }
  return talkMs;
}

const shareOf = (questions: readonly Question[], counts: (question: Question) => boolean) =>
  Math.min(1, questions.filter(counts).length / Math.max(questions.length, minQuestions) / questionShare);

function agreements(actionItems: readonly ActionItem[], host: string): number {
  const byHost = actionItems.filter(({ assignee_id: id }) => id === null || id === host).length;
  const byOthers = actionItems.filter(({ assignee_id: id }) => id !== host).length;
  return (byHost / (byHost + 1) + byOthers / (byOthers + 1)) / 2;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
