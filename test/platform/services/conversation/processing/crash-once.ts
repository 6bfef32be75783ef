import { existsSync, writeFileSync } from 'node:fs';
import { analyseEmbedded as analyseInThread } from '../../../../../src/platform/services/conversation/analysis/analyse.ts';
import type { Conversation } from '../../../../../src/platform/services/conversation/analysis/conversation.ts';

/** An analysis that crashes its thread at the first task, as if it ran out of memory. */
export async function analyseEmbedded(conversation: Conversation) {
  const mark = process.env['CRASH_MARK'];
  if (mark !== undefined && !existsSync(mark)) {
    writeFileSync(mark, '');
    process.exit(7);
  }
  return analyseInThread(conversation);
}
