import { toolCallBudget } from '../../calls/tool-ledger.ts';
import { toolCallCost } from '../operation-cost.ts';

/** Calls that several objects share. */
export interface SharedCalls {
  tool: string;
  /** Number of objects, or of their keys, that the calls serve. */
  objects: number;
  batchSize: number;
  maxCalls: number;
  onlyFor?: 'one' | 'several' | undefined;
}

/** The expected cost of a part of an operation, for each parent object. */
export interface Spending {
  objects: number;
  /** The cost of long texts. */
  texts: number;
  /** Calls that each object makes for itself, by tool. */
  calls: ReadonlyMap<string, number>;
  /** Calls by key; parts of the operation with the same key share the calls. */
  shared: ReadonlyMap<string, SharedCalls>;
}

export interface ToolCallEstimate {
  tool: string;
  calls: number;
}

export function sumOf(parts: readonly { spending: Spending; times: number }[]): Spending {
  let [objects, texts] = [0, 0];
  const calls = new Map<string, number>();
  const shared = new Map<string, SharedCalls>();
  for (const { spending, times } of parts) {
    objects += spending.objects * times;
    texts += spending.texts * times;
    for (const [tool, count] of spending.calls) calls.set(tool, (calls.get(tool) ?? 0) + count * times);
    for (const [key, added] of spending.shared) {
      shared.set(key, { ...added, objects: (shared.get(key)?.objects ?? 0) + added.objects * times });
    }
  }
  return { objects, texts, calls, shared };
}

function callsFor({ objects, batchSize, maxCalls, onlyFor }: SharedCalls): number {
  if (objects === 0 || (onlyFor === 'one' && objects > 1) || (onlyFor === 'several' && objects === 1)) return 0;
  return batchSize === Infinity ? maxCalls : Math.min(maxCalls, Math.max(1, Math.ceil(objects / batchSize)));
}

export const sharedCallsOf = ({ shared }: Spending): Map<string, { tool: string; calls: number }> =>
  new Map([...shared].map(([key, each]) => [key, { tool: each.tool, calls: callsFor(each) }]));

export function callsByTool(spending: Spending): Map<string, number> {
  const total = new Map(spending.calls);
  for (const { tool, calls } of sharedCallsOf(spending).values()) total.set(tool, (total.get(tool) ?? 0) + calls);
  return total;
}

/** Counts objects, long texts, and ten for each tool call. Calls beyond the budget of an operation are not made. */
export function costOfSpending(spending: Spending): number {
  const calls = [...callsByTool(spending).values()].reduce((sum, count) => sum + count, 0);
  return toSafeInteger(spending.objects + spending.texts + toolCallCost * Math.min(calls, toolCallBudget));
}

/** Nested pages can multiply beyond the whole numbers that JSON represents exactly. */
export const toSafeInteger = (value: number) => Math.min(Math.round(value), Number.MAX_SAFE_INTEGER);
