import type { BenchCase, Figure } from '../figure.ts';
import { mixedLoadFigures } from '../load/mixed-load.ts';
import { measureCyclicQuery } from './cyclic-query.ts';
import { measureEstimation } from './estimation.ts';
import { measureFailingReads } from './failing-reads.ts';
import { measureLockedTable } from './locked-table.ts';
import { measureNonsense } from './nonsense.ts';

const steps: [string, (minutes: number) => Promise<Figure[]>][] = [
  ['cyclic query', measureCyclicQuery],
  ['failing reads', measureFailingReads],
  ['locked table', measureLockedTable],
  ['nonsense', measureNonsense],
  ['estimation', measureEstimation],
  ['mixed load', (minutes) => mixedLoadFigures({ minutes, misbehaving: true })],
];

/** Whether one caller's load, failures or nonsense affects others. */
export const fairness: BenchCase = {
  name: 'fairness',
  async measure({ minutes }) {
    const figures: Figure[] = [];
    for (const [step, measure] of steps) {
      console.error(`  ${step} …`);
      figures.push(...(await measure(minutes)));
    }
    return figures;
  },
};
