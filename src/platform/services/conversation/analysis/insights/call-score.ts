import type { ActionItem, Conversation, Question, Segment } from '../conversation.ts';
import { withoutAnnotations } from '../language/disfluencies.ts';
import { rejects } from '../language/dialogue-acts.ts';
import { normalise } from '../language/normalise.ts';
import { isOpenQuestion } from '../language/question-form.ts';
import type { ParsedConversation, Sentence } from '../language/sentence.ts';

/** Maximum points, which add up to 100. */
const weights = { needs: 30, agreements: 25, listening: 20, figures: 15, harmony: 10 };
const weightsOfChat = { agreements: 15, listening: 5 };
const weightsOfOtherLanguage = { engagement: 20, listening: 20 };

/** Ranges in which points rise linearly, from none at `min` to all at `max`. */
const businessRange = { min: 0.04, max: 0.08 };
const figureRange = { min: 0.05, max: 0.3 };

/** Share of open or engaging questions that earns all points, counting at least `minQuestions` questions. */
const questionShare = 0.5;
const minQuestions = 4;

/** Share of sentences with a rejection or reproach that costs all points for harmony. */
const maxRejected = 0.05;

/** The other speakers' share of the talk time that earns all points. */
const othersShare = 0.4;

/** Results of the other parts of the analysis. */
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
 *   others; items without an assignee, such as appointments, count for both
 * - 20 × listening: the others' share of the time, where 0.4 or more counts as 1
 * - 15 × figures: the share of sentences with a figure, from 5 % (0) to 30 % (1)
 * - 10 × harmony: falls to 0 at 5 % of sentences with a rejection or a reproach
 *
 * With a business content of 8 % or more, see `businessShare`, the sum is the score. With 4 % or less, the call is a chat
 * and scores 15 × agreements + 5 × listening. In between, the score is interpolated.
 *
 * In other languages, the score is 20 × engagement + 20 × listening, where engagement is the share of engaging questions,
 * counted like the share of open questions. If the host is unknown, the questions of all speakers count, and the
 * participant who speaks most takes the place of the host in the other parts. The weights are fitted to calls ranked by
 * hand; measure a change with `npm run bench -- scores`.
 *
 * @returns null if the host did not speak, or if fewer than two known participants did
 */
export function scoreCall(
  { segments, host_id: hostId }: Pick<Conversation, 'segments' | 'host_id'>,
  { parsed: { sentences, isEnglish }, questions, actionItems }: Findings,
): number | null {
  const talkMs = talkTimes(segments);
  const speakers = [...talkMs.keys()].toSorted((a, b) => (talkMs.get(b) ?? 0) - (talkMs.get(a) ?? 0));
  const host = hostId === undefined ? speakers[0] : hostId;
  if (speakers.length < 2 || host == null || !talkMs.has(host)) return null;
  const asked = questions.filter((question) => hostId === undefined || question.participant_id === hostId);
  const listening = Math.min(1, (1 - (talkMs.get(host) ?? 0) / sum(talkMs.values())) / othersShare);
  if (!isEnglish) {
    const engagement = shareOf(asked, (question) => question.is_engaging);
    return rounded(weighted({ engagement, listening }, weightsOfOtherLanguage));
  }
  const parts = {
    needs: shareOf(asked, ({ text }) => isOpenQuestion(text)),
    agreements: agreements(actionItems, host),
    figures: withinRange(shareOfSentences(sentences, hasFigure), figureRange),
    listening,
    harmony: 1 - Math.min(1, shareOfSentences(sentences, rejects) / maxRejected),
  };
  const business = withinRange(businessShare(sentences), businessRange);
  return rounded(business * weighted(parts, weights) + (1 - business) * weighted(parts, weightsOfChat));
}

const rounded = (score: number) => Math.round(score * 10) / 10;
const withinRange = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(1, Math.max(0, (value - min) / (max - min)));

const weighted = (parts: Record<string, number>, points: Record<string, number>) =>
  sum(Object.entries(points).map(([part, max]) => max * (parts[part] ?? 0)));

const figure =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|percent|third|quarter)\b/;

const hasFigure = (text: string) => figure.test(text);

const shareOfSentences = (sentences: readonly Sentence[], has: (normalised: string) => boolean) =>
  sentences.filter(({ text }) => has(normalise(text))).length / Math.max(1, sentences.length);

const letterOrDigit = /[\p{L}\p{N}]/u;

function talkTimes(segments: readonly Segment[]): Map<string, number> {
  const talkMs = new Map<string, number>();
  for (const { participant_id: id, start_ms: startMs, end_ms: endMs, text } of segments) {
    if (id === null || endMs <= startMs || !letterOrDigit.test(withoutAnnotations(text))) continue;
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

/** Words of working life in dictionary form, without words that are as common in private life. */
const businessWordLists = {
  trade: `price pricing cost budget invoice quote quotation proposal discount margin revenue profit turnover payment
    billing refund reimbursement rebate audit auditor accountant accounting payroll salary bonus finance financial
    expense subscription license licence tender insurance premium insolvent commission tariff vat euro overhead tax
    fee bill grant subsidy payback cent percent surcharge instalment installment contract offer renewal renew
    agreement clause term negotiate negotiation purchase procurement vendor supplier supply order reorder sale sell
    seller buyer reseller distributor competitor pilot trial rollout legal lawyer compliance approval approve
    signature deal pitch demo warranty guarantee liability obligation voucher quota dealer wholesaler retailer
    freelancer subcontractor contractor installer customer client account prospect complaint helpdesk support service
    ticket churn consumer subscriber stakeholder market marketing campaign brand retention onboarding outage escalate
    escalation`,
  company: `company firm business organisation organization corporate enterprise startup agency department division
    headquarters headquarter office board director manager manage management executive ceo cfo cto founder investor
    shareholder colleague coworker staff employee employer boss supervisor committee council chair minister ministry
    member hr industry sector foreman partner candidate applicant application interview cv resume vacancy recruit
    recruiter recruitment hire position qualification probation reference career role notice skill headcount project
    deadline milestone schedule agenda meeting report process procedure workflow requirement specification roadmap
    strategy quarter quarterly capacity shift roster task backlog sprint release workshop presentation document
    documentation spreadsheet template draft policy priority progress objective scope stage implement implementation
    evaluate evaluation estimate forecast`,
  technology: `product software hardware system platform feature module interface integration integrate api database datum
    server cloud network encryption dashboard import export backup bug error deploy deployment migration migrate
    update upgrade version browser login password code prototype sensor device component automate automation
    configure configuration user usability functionality function setup install installation design technical
    technology screen button test testing file sync staging query merge retry latency pipeline partitioning processor
    cache cookie engineering runbook offline warehouse inventory delivery deliver shipment ship shipping freight
    logistics truck pallet carrier dispatch dispatcher production manufacture manufacturer factory maintenance
    facility batch defect quality sample packaging material utility fleet planning depot line operation operate
    safety standard regulation certificate inspection equipment patient ward nurse hospital site survey machine
    machinery robot spare valve`,
};
const privateWordLists = {
  leisure: `football soccer rugby cricket basketball baseball tennis golf chess match striker goalkeeper keeper referee
    league cup season player coach stadium fan athlete marathon gym jog jogging swim swimming race cycling bike hike
    hiking ski skiing ball goal quarterback guitar piano violin drum drummer band choir song solo concert album music
    singer film movie actor actress cinema theatre theater episode series novel book comedy dance party pub beer wine
    garden gardening tomato rose flower knit knitting wool sew yarn hobby game puzzle console holiday vacation beach
    sea lake camping campsite tent mountain museum castle tv podcast joke weather rain sunny snow gamer gaming guild
    raid quest`,
  family: `mum mom dad mother father parent sister brother grandma grandpa grandmother grandfather granddaughter grandson
    wife husband son daughter kid child baby twin uncle aunt cousin niece nephew neighbour neighbor friend dog cat
    puppy pet wedding birthday christmas easter dress girlfriend boyfriend marriage marry teenager`,
};
const wordsOf = (lists: Record<string, string>) => new Set(Object.values(lists).flatMap((words) => words.split(/\s+/)));
const businessWords = wordsOf(businessWordLists);
const privateWords = wordsOf(privateWordLists);

/** "Nineteen cents a word", "fourteen percent", "per truck and month". */
const rate =
  /\b(?:percent|per cent|cents?|thousand|without tax|plus vat)\b|[%€$£]|\b(?:a|an|per) (?:hour|day|week|month|quarter|year|seat|user|head|piece|unit|word|page|kilo|tonne|ton|truck|vehicle|ticket|order|licen[cs]e|square)\b/gi;

/**
 * The business content of an English conversation: its words of working life and rates, minus its words of private life,
 * as a share of its content words.
 */
function businessShare(sentences: readonly Sentence[]): number {
  let [contentWords, difference] = [0, 0];
  for (const { words, text } of sentences) {
    difference += text.match(rate)?.length ?? 0;
    for (const { isContent, lemma } of words) {
      if (!isContent) continue;
      contentWords += 1;
      difference += Number(businessWords.has(lemma)) - Number(privateWords.has(lemma));
    }
  }
  return difference / Math.max(1, contentWords);
}
