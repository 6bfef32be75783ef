import { findActionItems } from '../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import type { ActionItem, Segment } from '../../../src/platform/services/conversation/analysis/conversation.ts';
import { parseConversation } from '../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import type { LabelledCall } from '../../support/commitments/labelled-calls.ts';

/** Shares between 0 and 1, except `withdrawn`. */
export interface ItemScores {
  /** Share of items that begin at a labelled commitment; a second item for the same commitment counts as wrong. */
  precision: number;
  /** Share of labelled commitments that have an item. */
  recall: number;
  /** Share of the correct items whose assignee matches the label. */
  assignees: number;
  /** Number of items that begin at a promise that is withdrawn or declined later. */
  withdrawn: number;
}

export interface CallMatch {
  id: string;
  found: ActionItem[];
  /** Found items with another assignee than the label. */
  misassigned: ActionItem[];
  /** First sentences of the commitments without an item. */
  missed: string[];
  wrong: ActionItem[];
  withdrawn: ActionItem[];
}

type Call = Pick<LabelledCall, 'id' | 'participants' | 'sentences'>;

export const matchCalls = (calls: readonly Call[]): Promise<CallMatch[]> => Promise.all(calls.map(matchCall));

export const scoreCalls = async (calls: readonly Call[]): Promise<ItemScores> => scoresOf(await matchCalls(calls));

export function scoresOf(results: readonly CallMatch[]): ItemScores {
  const count = (list: 'found' | 'misassigned' | 'missed' | 'wrong' | 'withdrawn') =>
    results.reduce((sum, result) => sum + result[list].length, 0);
  const found = count('found');
  return {
    precision: found / (found + count('wrong')),
    recall: found / (found + count('missed')),
    assignees: 1 - count('misassigned') / found,
    withdrawn: count('withdrawn'),
  };
}

async function matchCall(call: Call): Promise<CallMatch> {
  const result: CallMatch = { id: call.id, found: [], misassigned: [], missed: [], wrong: [], withdrawn: [] };
  const seen = new Set<number>();
  for (const item of findActionItems(await parseConversation({ segments: segmentsOf(call) }), call.participants)) {
    const sentence = call.sentences[Math.floor((item.start_ms ?? -1) / 1000)];
    const commitment = sentence?.commitment;
    if (!commitment || seen.has(commitment.number)) {
      result.wrong.push(item);
      if (sentence?.isWithdrawn === true) result.withdrawn.push(item);
      continue;
    }
    seen.add(commitment.number);
    result.found.push(item);
    if (commitment.assigneeId !== item.assignee_id) result.misassigned.push(item);
  }
  for (const { commitment, participantId, text } of call.sentences) {
    if (!commitment || seen.has(commitment.number)) continue;
    seen.add(commitment.number);
    result.missed.push(`${participantId}: ${text}`);
  }
  return result;
}

/** One segment per second, so that the start of an item in seconds is the index of its sentence. */
const segmentsOf = ({ sentences }: Call): Segment[] =>
  sentences.map(({ participantId, text }, index) => ({
    participant_id: participantId,
    start_ms: index * 1000,
    end_ms: (index + 1) * 1000,
    text,
  }));
