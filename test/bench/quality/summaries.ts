import type { BenchCase } from '../figure.ts';
import { checklists } from './summary-checklist.ts';

/** What checklists find in the summaries of written calls. */
export const summaries: BenchCase = { name: 'summaries', measure: checklists };
