import { type Match, groupByPerson, mayBeGuest, matchGuest } from '../../../src/graph/matching/rules/match.ts';
import type { BenchCase, Figure } from '../figure.ts';
import { demoMatches } from './demo-matches.ts';
import { type LabelledPair, labelledPairs } from './labelled-pairs.ts';
import { labelledSetFigures, labelledSets } from './labelled-sets.ts';
import { indexingTime } from './matching-time.ts';
import type { Half } from './name-pools.ts';

/** How well guests are matched with signals. The rules were written without looking at the held-out half. */
export const matching: BenchCase = {
  name: 'matching',
  async measure() {
    const results = labelledPairs().map((pair) => ({ ...pair, strong: strongMatch(pair) }));
    const figure = (name: string, measure: typeof precision, target: number): Figure => {
      const [heldOut, development] = [measure(results, 'held-out'), measure(results, 'development')];
      return {
        name: `STRONG matches of held-out pairs: ${name}`,
        value: shareOf(heldOut),
        baseline: `${shareOf(development)} of development pairs`,
        target: `at least ${target}`,
        reached: heldOut.right >= heldOut.all * target,
      };
    };
    const neutral = results.filter((pair) => pair.isFreeMailWithNeutralTitle);
    const wrong = neutral.filter(({ strong }) => strong !== null).length;
    return [
      figure('precision', precision, 0.98),
      figure('recall where a company key exists', recall, 0.9),
      {
        name: 'STRONG matches by free mail with a neutral title',
        value: `${wrong} of ${neutral.length}`,
        baseline: '',
        target: 'none',
        reached: wrong === 0,
      },
      ...labelledSets.flatMap(labelledSetFigures),
      ...(await demoMatches()),
      indexingTime(),
    ];
  },
};

type Result = LabelledPair & { strong: Match | null };

function strongMatch({ activity, signals, companies }: LabelledPair): Match | null {
  const people = groupByPerson(signals);
  const found = activity.participants
    .filter(mayBeGuest)
    .flatMap((guest) => matchGuest({ guest, activity, people, companies }));
  return found.find(({ confidence }) => confidence === 'STRONG') ?? null;
}

const isRight = ({ strong, expected }: Result) => strong?.person.signals.some(({ id }) => id === expected) ?? false;

function precision(results: readonly Result[], half: Half) {
  const strong = results.filter((result) => result.half === half && result.strong);
  return { right: strong.filter(isRight).length, all: strong.length };
}

function recall(results: readonly Result[], half: Half) {
  const findable = results.filter((result) => result.half === half && result.expected && result.hasCompanyKey);
  return { right: findable.filter(isRight).length, all: findable.length };
}

const shareOf = ({ right, all }: { right: number; all: number }) => `${(right / all).toFixed(3)} (${right} of ${all})`;
