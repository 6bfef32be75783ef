import { fileURLToPath } from 'node:url';
import { analyseEmbedded } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import { type HeldOutSet, readHeldOutCalls } from '../../support/held-out-calls/held-out-calls.ts';
import { activityRecord } from '../../support/meetings/meeting-records.ts';
import { readMeetings } from '../../support/meetings/qmsum.ts';
import { type RankedCall, readRankedCalls } from '../../support/ranked-calls/ranked-calls.ts';
import { atLeast, atMost, type BenchCase, type Figure, percent } from '../figure.ts';
import { quantile, spearman } from './statistics.ts';

/** Optional folder with real meetings, outside the repository. */
const meetingFolder = fileURLToPath(new URL('../../../../shared/data/meetings', import.meta.url));

const minAgreement = 0.8;
const minRange = 20;
const maxChat = 40;

/**
 * Whether scores agree with rankings by hand, and whether scores and question flags vary between conversations. Opened
 * calls are the sets of held-out calls that became development material after their measurement.
 */
export const scores: BenchCase = {
  name: 'scores',
  measure: async () => [
    ...rankingFigures(await scoreCalls(await readRankedCalls())),
    ...(await openedFigures('first')),
    ...(await openedFigures('second')),
    ...(await spread()),
  ],
};

/** Run it only after the last change of a rule: nobody may tune the formula to these calls. */
export const heldOutScores: BenchCase = {
  name: 'held-out scores',
  isOnlyNamed: true,
  measure: () => heldOutFigures('third'),
};

const openedFigures = async (set: HeldOutSet) =>
  (await heldOutFigures(set)).map((figure) => ({ ...figure, name: `${set} opened calls: ${figure.name}` }));

async function heldOutFigures(set: HeldOutSet): Promise<Figure[]> {
  const calls = (await readHeldOutCalls(set)).map(({ title, rank, style, isBusiness, hostId, conversation }) => {
    const kind: RankedCall['kind'] = style === 'negotiation' ? 'negotiation' : isBusiness ? 'other' : 'chat';
    return { title, rank, kind, conversation: { ...conversation, host_id: hostId } };
  });
  return rankingFigures(await scoreCalls(calls.toSorted((a, b) => a.rank - b.rank)));
}

type ScoredCall = Pick<RankedCall, 'title' | 'kind' | 'rank'> & { score: number };

/** A call without a score counts as 0. */
export const scoreCalls = (calls: readonly Omit<RankedCall, 'host'>[]): Promise<ScoredCall[]> =>
  Promise.all(
    calls.map(async ({ conversation, ...call }) => ({
      ...call,
      score: (await analyseEmbedded(conversation)).score ?? 0,
    })),
  );

/** Rank correlation between scores and the ranking by hand; 1 for the same order. */
export const scoreAgreement = (calls: readonly ScoredCall[]) =>
  spearman(calls.map(({ rank, score }) => [-rank, score]));

/** Points between the lowest negotiation and the highest chat. */
export function chatMargin(calls: readonly ScoredCall[]): number {
  const scoresOf = (kind: RankedCall['kind']) => calls.flatMap((call) => (call.kind === kind ? [call.score] : []));
  return Math.min(...scoresOf('negotiation')) - Math.max(...scoresOf('chat'));
}

/** Each call, best rank first, then what the scores have to reach. */
export function rankingFigures(calls: readonly ScoredCall[]): Figure[] {
  const [lower = 0, middle = 0, upper = 0] = quartiles(calls.map(({ score }) => score));
  return [
    ...calls.map(({ title, kind, rank, score }) => ({
      name: title,
      value: score.toFixed(1),
      baseline: `rank ${rank}, ${kind}`,
      target: kind === 'chat' ? `at most ${maxChat}` : '',
      reached: kind !== 'chat' || score <= maxChat,
    })),
    atLeast(`Spearman correlation of scores with ${calls.length} calls ranked by hand`, {
      value: scoreAgreement(calls),
      min: minAgreement,
      show: (value) => value.toFixed(3),
    }),
    atLeast('lowest score of a negotiation minus highest score of a chat', { value: chatMargin(calls), min: 0, show }),
    atLeast('interquartile range of scores', {
      value: upper - lower,
      min: minRange,
      show,
      baseline: `median ${show(middle)}`,
    }),
  ];
}

const show = (value: number) => value.toFixed(1);
const quartiles = (values: readonly number[]) => [0.25, 0.5, 0.75].map((share) => quantile(values, share));

async function spread(): Promise<Figure[]> {
  const meetings = await readMeetings(meetingFolder);
  const name = `share of engaging and insightful questions, ${meetings?.length ?? 0} meetings`;
  if (!meetings)
    return [
      {
        name,
        value: 'not measured',
        baseline: '',
        target: 'requires the QMSum meetings in ../shared/data/meetings',
        reached: true,
      },
    ];
  const analyses = await Promise.all(
    meetings.map((meeting) => {
      const { started_at: startedAt, ...record } = activityRecord(meeting, new Date(0));
      return analyseEmbedded({ ...record, started_at: new Date(startedAt), themes: [] });
    }),
  );
  const quarters = quartiles(analyses.flatMap(({ score }) => score ?? []));
  const questions = analyses.flatMap((analysis) => analysis.questions);
  const shareOf = (key: 'is_engaging' | 'is_insightful') =>
    questions.filter((question) => question[key]).length / questions.length;
  return [
    atMost(name, {
      value: shareOf('is_engaging'),
      max: 0.5,
      show: (value) => `${percent(value)} engaging`,
      baseline: `${percent(shareOf('is_insightful'))} insightful of ${questions.length} questions; quartiles of scores ${quarters.map(show).join(', ')}`,
    }),
  ];
}
