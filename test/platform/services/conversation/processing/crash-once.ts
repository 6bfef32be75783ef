import { existsSync, writeFileSync } from 'node:fs';
import {
  analyseEmbedded as analyseInThread,
  type EmbeddedTask,
} from '../../../../../src/platform/services/conversation/analysis/analyse.ts';

/** An analysis that crashes its thread at the first task, as if it ran out of memory. */
export async function analyseEmbedded(task: EmbeddedTask) {
  const mark = process.env['CRASH_MARK'];
  if (mark !== undefined && !existsSync(mark)) {
    writeFileSync(mark, '');
    process.exit(7);
  }
  return analyseInThread(task);
}
