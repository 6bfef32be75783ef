import type { EmbeddedTask } from '../../../../../src/platform/services/conversation/analysis/analyse.ts';

/** An analysis that needs endless time, or endless memory if somebody in the conversation says so. */
export async function analyseEmbedded({ conversation }: EmbeddedTask): Promise<never> {
  const needsMemory = conversation.segments.some(({ text }) => text.includes('memory'));
  const heap: number[][] = [];
  for (;;) if (needsMemory) heap.push(Array.from({ length: 1000 }, () => Math.random()));
}
