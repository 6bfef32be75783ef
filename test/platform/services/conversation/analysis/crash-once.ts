import { existsSync, writeFileSync } from 'node:fs';
import {
  analyseEmbedded as analyseInThread,
  type EmbeddedTask,
} from '../../../../../src/platform/services/conversation/analysis/analyse.ts';

/** The analysis in a thread that dies at its first task, as one that runs out of memory does. */
export async function analyseEmbedded(task: EmbeddedTask) {
  const mark = process.env['CRASH_MARK'];
  if (mark !== undefined && !existsSync(mark)) {
    writeFileSync(mark, '');
    process.exit(7);
  }
  return analyseInThread(task);
}
