import type { BenchCase } from '../figure.ts';
import { labelledSetFigures, labelledSets } from './labelled-sets.ts';
import { indexingTime } from './matching-time.ts';

/** How well guests are matched with signals, on sets that were labelled before the rules were written, and how fast. */
export const matching: BenchCase = {
  name: 'matching',
  measure: async () => [...labelledSets.flatMap(labelledSetFigures), indexingTime()],
};
