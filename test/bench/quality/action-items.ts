import { type LabelledCall, readLabelledCalls } from '../../support/commitments/labelled-calls.ts';
import { type HeldOutSet, readHeldOutCalls } from '../../support/held-out-calls/held-out-calls.ts';
import { type CallMatch, type ItemScores, matchCalls, scoresOf } from './action-item-score.ts';
import { atLeast, atMost, type BenchCase, type Figure, percent } from '../figure.ts';

/**
 * Agreement of action items with labelled commitments. The rules were written using only the development half, whose
 * calls are printed, as are the opened calls: the first set of held-out calls, which became development material after
 * the first measurement.
 */
export const actionItems: BenchCase = {
  name: 'action items',
  async measure() {
    const calls = await readLabelledCalls();
    const inHalf = (half: LabelledCall['half']) => matchCalls(calls.filter((call) => call.half === half));
    const matches = await inHalf('development');
    printMatches(matches);
    const [heldOut, development] = [scoresOf(await inHalf('held-out')), scoresOf(matches)];
    const figure = (measure: keyof ItemScores, min: number): Figure =>
      atLeast(`action items of held-out calls: ${measure}`, {
        value: heldOut[measure],
        min,
        show: percent,
        baseline: `${percent(development[measure])} in development calls`,
      });
    return [
      figure('precision', 0.8),
      figure('recall', 0.7),
      figure('assignees', 0.9),
      ...(await heldOutFigures(['first'], 'opened calls')),
    ];
  },
};

/** Run it only after the last change of a rule: nobody may adapt the rules to these calls. */
export const heldOutActionItems: BenchCase = {
  name: 'held-out action items',
  isOnlyNamed: true,
  measure: async () => [
    ...(await heldOutFigures(['third'], 'new held-out calls')),
    ...(await heldOutFigures(['first', 'second', 'third'], 'all held-out calls')),
  ],
};

async function heldOutFigures(sets: readonly HeldOutSet[], name: string): Promise<Figure[]> {
  const calls = (await Promise.all(sets.map(readHeldOutCalls))).flat();
  const matches = await matchCalls(
    calls.map(({ id, sentences, conversation }) => ({ id, sentences, participants: [...conversation.participants] })),
  );
  printMatches(matches);
  const scores = scoresOf(matches);
  const figure = (measure: keyof ItemScores, min: number): Figure =>
    atLeast(`action items of ${name}: ${measure}`, { value: scores[measure], min, show: percent });
  return [
    figure('recall', 0.75),
    figure('precision', 0.78),
    figure('assignees', 0.9),
    atMost(`action items of ${name}: withdrawn promises`, { value: scores.withdrawn, max: 0 }),
  ];
}

function printMatches(matches: readonly CallMatch[]): void {
  for (const { id, found, misassigned, missed, wrong, withdrawn } of matches) {
    console.log(`${id}: ${found.length} found, ${missed.length} missed, ${wrong.length} wrong`);
    for (const { text } of misassigned) console.log(`  other assignee: ${text}`);
    for (const text of missed) console.log(`  missed: ${text}`);
    for (const item of wrong) console.log(`  ${withdrawn.includes(item) ? 'withdrawn' : 'wrong'}: ${item.text}`);
  }
}
