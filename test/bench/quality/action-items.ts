import { findActionItems } from '../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import type { ActionItem, Segment } from '../../../src/platform/services/conversation/analysis/conversation.ts';
import { parseConversation } from '../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import type { LabelledCall } from '../../support/commitments/labelled-calls.ts';
import { type HeldOutSet, readHeldOutCalls } from '../../support/held-out-calls/held-out-calls.ts';
import { atLeast, atMost, type BenchCase, type Figure, percent } from '../figure.ts';

/**
 * Agreement of action items with the commitments of opened calls: sets of held-out calls that became development material
 * after their measurement. Prints what is missing and wrong.
 */
export const actionItems: BenchCase = {
  name: 'action items',
  measure: () => itemFigures(['first', 'second'], 'opened calls'),
};

/** Run it only after the last change of a rule: nobody may adapt the rules to these calls. */
export const heldOutActionItems: BenchCase = {
  name: 'held-out action items',
  isOnlyNamed: true,
  measure: () => itemFigures(['third'], 'new held-out calls'),
};

async function itemFigures(sets: readonly HeldOutSet[], name: string): Promise<Figure[]> {
  const calls = (await Promise.all(sets.map(readHeldOutCalls))).flat();
  const matches = await Promise.all(
    calls.map(({ conversation, ...call }) => matchCall({ ...call, participants: [...conversation.participants] })),
  );
  printMatches(matches);
  const scores = scoresOf(matches);
  const figure = (measure: keyof ItemScores, min: number): Figure =>
    atLeast(`action items of ${name}: ${measure}`, { value: scores[measure], min, show: percent });
  return [
    figure('recall', 0.75),
    figure('precision', 0.78),
    figure('assignees', 0.9),
    atMost(`action items of ${name}: withdrawn promises`, { value: scores.withdrawn, max: 0 }),
  ];
}

function printMatches(matches: readonly CallMatch[]): void {
  for (const { id, found, misassigned, missed, wrong, withdrawn } of matches) {
    console.log(`${id}: ${found.length} found, ${missed.length} missed, ${wrong.length} wrong`);
    for (const { text } of misassigned) console.log(`  other assignee: ${text}`);
    for (const text of missed) console.log(`  missed: ${text}`);
    for (const item of wrong) console.log(`  ${withdrawn.includes(item) ? 'withdrawn' : 'wrong'}: ${item.text}`);
  }
}

/** Shares between 0 and 1, except `withdrawn`. */
interface ItemScores {
  /** Share of items that begin at a labelled commitment; a second item for the same commitment counts as wrong. */
  precision: number;
  /** Share of labelled commitments that have an item. */
  recall: number;
  /** Share of the correct items whose assignee matches the label. */
  assignees: number;
  /** Number of items that begin at a promise that is withdrawn or declined later. */
  withdrawn: number;
}

interface CallMatch {
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

export const scoreCalls = async (calls: readonly Call[]) => scoresOf(await Promise.all(calls.map(matchCall)));

function scoresOf(results: readonly CallMatch[]): ItemScores {
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
