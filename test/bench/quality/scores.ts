import { analyse } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import { activityRecord } from '../../support/meetings/meeting-records.ts';
import { readMeetings } from '../../support/meetings/qmsum.ts';
import { type RankedCall, readRankedCalls } from '../../support/ranked-calls/ranked-calls.ts';
import type { BenchCase, Figure } from '../figure.ts';
import { meetingFolder, needsMeetings } from './meeting-folder.ts';
import { quantile, spearman } from './statistics.ts';

const minAgreement = 0.8;
const minRange = 20;

/** Whether scores and question flags vary between conversations, and whether scores agree with a ranking by hand. */
export const scores: BenchCase = {
  name: 'scores',
  measure: async () => [...(await agreement()), ...(await spread())],
};

type ScoredCall = Pick<RankedCall, 'title' | 'kind' | 'rank'> & { score: number };

export const scoreCalls = (calls: readonly RankedCall[]): Promise<ScoredCall[]> =>
  Promise.all(
    calls.map(async ({ conversation, ...call }) => ({ ...call, score: (await analyse(conversation)).score ?? 0 })),
  );

/** Rank correlation between scores and the ranking by hand; 1 for the same order. */
export const scoreAgreement = (calls: readonly ScoredCall[]) =>
  spearman(calls.map(({ rank, score }) => [-rank, score]));

async function agreement(): Promise<Figure[]> {
  const calls = await scoreCalls(await readRankedCalls());
  const value = scoreAgreement(calls);
  return [
    ...calls.map(({ title, kind, rank, score }) => ({
      name: title,
      value: score.toFixed(1),
      baseline: `rank ${rank}, ${kind}`,
      target: '',
      reached: true,
    })),
    {
      name: `Spearman correlation of scores with ${calls.length} calls ranked by hand`,
      value: value.toFixed(3),
      baseline: '',
      target: `at least ${minAgreement}`,
      reached: value >= minAgreement,
    },
  ];
}

async function spread(): Promise<Figure[]> {
  const meetings = await readMeetings(meetingFolder);
  const name = `interquartile range of scores, ${meetings?.length ?? 0} meetings`;
  if (!meetings) return [{ name, value: 'not measured', baseline: '', target: needsMeetings, reached: true }];
  const analyses = await Promise.all(
    meetings.map((meeting) => {
      const { started_at: startedAt, ...record } = activityRecord(meeting, new Date(0));
      return analyse({ ...record, started_at: new Date(startedAt), themes: [] });
    }),
  );
  const values = analyses.flatMap(({ score }) => score ?? []);
  const [low, lower, middle, upper, high] = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(values, share));
  const range = (upper ?? 0) - (lower ?? 0);
  const questions = analyses.flatMap((analysis) => analysis.questions);
  const share = (count: number) => `${((100 * count) / questions.length).toFixed(0)} %`;
  const engaging = questions.filter((question) => question.is_engaging).length;
  const insightful = questions.filter((question) => question.is_insightful).length;
  return [
    {
      name,
      value: range.toFixed(1),
      baseline: `min, quartiles, max: ${[low, lower, middle, upper, high].map((value) => value?.toFixed(1)).join(', ')}`,
      target: `at least ${minRange}`,
      reached: range >= minRange,
    },
    {
      name: `share of engaging and insightful questions, ${questions.length} questions`,
      value: `${share(engaging)} engaging, ${share(insightful)} insightful`,
      baseline: '',
      target: 'at most half engaging',
      reached: engaging * 2 <= questions.length,
    },
  ];
}
