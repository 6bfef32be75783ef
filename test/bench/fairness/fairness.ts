import type { BenchCase } from '../figure.ts';
import { mixedLoadFigures } from '../load/mixed-load.ts';
import { measureCyclicQuery } from './cyclic-query.ts';
import { measureFailingReads } from './failing-reads.ts';
import { measureLockedTable } from './locked-table.ts';
import { measureNonsense } from './nonsense.ts';

/** Whether one caller's load, failures or nonsense affects others. */
export const fairness: BenchCase = {
  name: 'fairness',
  measure: async ({ minutes }) => [
    ...(await measureCyclicQuery()),
    ...(await measureFailingReads()),
    ...(await measureLockedTable()),
    ...(await measureNonsense()),
    ...(await mixedLoadFigures({ minutes, misbehaving: true })),
  ],
};
