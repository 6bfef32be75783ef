import { findActionItems } from '../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import type { Segment } from '../../../src/platform/services/conversation/analysis/conversation.ts';
import { parseConversation } from '../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import type { LabelledCall } from '../../support/commitments/labelled-calls.ts';

/** Shares between 0 and 1. */
export interface ItemScores {
  /** Share of items that begin at a labelled commitment; a second item for the same commitment counts as wrong. */
  precision: number;
  /** Share of labelled commitments that have an item. */
  recall: number;
  /** Share of the correct items whose assignee matches the label. */
  assignees: number;
}

export async function scoreCalls(calls: readonly LabelledCall[]): Promise<ItemScores> {
  let [found, right, assigned, commitments] = [0, 0, 0, 0];
  for (const call of calls) {
    const items = findActionItems(await parseConversation({ segments: segmentsOf(call) }), call.participants);
    const seen = new Set<number>();
    for (const { start_ms: startMs, assignee_id: assigneeId } of items) {
      const commitment = call.sentences[Math.floor((startMs ?? -1) / 1000)]?.commitment;
      if (!commitment || seen.has(commitment.number)) continue;
      seen.add(commitment.number);
      if (commitment.assigneeId === assigneeId) assigned += 1;
    }
    found += items.length;
    right += seen.size;
    commitments += new Set(call.sentences.flatMap(({ commitment }) => commitment?.number ?? [])).size;
  }
  return { precision: right / found, recall: right / commitments, assignees: assigned / right };
}

/** One segment per second, so that the start of an item in seconds is the index of its sentence. */
const segmentsOf = ({ sentences }: LabelledCall): Segment[] =>
  sentences.map(({ participantId, text }, index) => ({
    participant_id: participantId,
    start_ms: index * 1000,
    end_ms: (index + 1) * 1000,
    text,
  }));
