// oxlint-disable-next-line timing/no-sleep -- the analysis takes time without using the CPU
import { setTimeout as wait } from 'node:timers/promises';
import type { Conversation } from '../../../../../src/platform/services/conversation/analysis/conversation.ts';

export const waitMs = 1500;

/** An analysis that waits without using CPU time, for ever if the conversation is about hanging. */
export async function analyseEmbedded({ segments }: Conversation): Promise<string> {
  if (segments.some(({ text }) => text.includes('hanging'))) await new Promise(() => {});
  return wait(waitMs, 'analysed');
}
