import { analyseEmbedded } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import { readHeldOutCalls } from '../../support/held-out-calls/held-out-calls.ts';
import type { BenchCase } from '../figure.ts';

const maxWords = 120;

/** Prints the summaries of unopened held-out calls with checklists, which a reader ticks. Runs only by its name. */
export const heldOutSummaries: BenchCase = {
  name: 'held-out summaries',
  isOnlyNamed: true,
  async measure() {
    const calls = await readHeldOutCalls('third');
    const lengths: number[] = [];
    for (const { title, checklist, conversation } of calls) {
      const { summary } = await analyseEmbedded(conversation);
      lengths.push(summary.split(/\s+/).length);
      const points = Object.entries(checklist).flatMap(([kind, facts]) => facts.map((fact) => `[ ] ${kind}: ${fact}`));
      console.log(['', `## ${title}`, summary, ...points, '[ ] nothing idle'].join('\n'));
    }
    const short = lengths.filter((length) => length <= maxWords).length;
    return [
      {
        name: 'length of held-out summaries',
        value: `${short} of ${calls.length} within ${maxWords} words`,
        baseline: '',
        target: 'all; what they contain is judged by reading',
        reached: short === calls.length,
      },
    ];
  },
};
