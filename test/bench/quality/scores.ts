import { analyseEmbedded } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import { type HeldOutSet, readHeldOutCalls } from '../../support/held-out-calls/held-out-calls.ts';
import { type RankedCall, readRankedCalls } from '../../support/ranked-calls/ranked-calls.ts';
import { atLeast, type BenchCase, type Figure } from '../figure.ts';

const minAgreement = 0.8;
const maxChat = 40;

/**
 * Whether scores agree with rankings by hand. Opened calls are the sets of held-out calls that became development material
 * after their measurement.
 */
export const scores: BenchCase = {
  name: 'scores',
  measure: async () => [
    ...rankingFigures(await scoreCalls(await readRankedCalls())),
    ...(await openedFigures('first')),
    ...(await openedFigures('second')),
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

/** The lowest score of a negotiation minus the highest score of a chat. */
export function chatMargin(calls: readonly ScoredCall[]): number {
  const scoresOf = (kind: RankedCall['kind']) => calls.flatMap((call) => (call.kind === kind ? [call.score] : []));
  return Math.min(...scoresOf('negotiation')) - Math.max(...scoresOf('chat'));
}

/** One figure per call, best rank first, then the figures of the whole ranking. */
export function rankingFigures(calls: readonly ScoredCall[]): Figure[] {
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
    atLeast('lowest score of a negotiation minus highest score of a chat', {
      value: chatMargin(calls),
      min: 0,
      show: (value) => value.toFixed(1),
    }),
  ];
}

/** Spearman's rank correlation; equal values share the mean of their ranks. */
export function spearman(pairs: readonly (readonly [number, number])[]): number {
  const [a, b] = [ranks(pairs.map(([first]) => first)), ranks(pairs.map(([, second]) => second))];
  const mean = (pairs.length + 1) / 2;
  const covariance = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, rank, index) => sum + (rank - mean) * ((y[index] ?? mean) - mean), 0);
  return covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
}

function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const smaller = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return smaller + (equal + 1) / 2;
  });
}
