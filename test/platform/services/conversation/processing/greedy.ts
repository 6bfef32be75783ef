import type { Conversation } from '../../../../../src/platform/services/conversation/analysis/conversation.ts';

/** An analysis that needs endless time, or endless memory if the conversation is about memory. */
export async function analyseEmbedded({ segments }: Conversation): Promise<never> {
  const needsMemory = segments.some(({ text }) => text.includes('memory'));
  const heap: number[][] = [];
  for (;;) if (needsMemory) heap.push(Array.from({ length: 1000 }, () => Math.random()));
}

/** A search for topics that needs endless time. */
export async function findTopics(): Promise<never> {
  for (;;);
}
