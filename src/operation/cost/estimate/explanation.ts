import { omitUndefined } from '../../../tools/rules/omit-undefined.ts';
import type { CodedError } from '../../../tools/errors/coded-error.ts';
import type { CostEstimate } from './cost-estimate.ts';
import type { ToolCallEstimate } from './spending.ts';

/** Maximum number of paths in an explanation. */
const maxPaths = 50;

/** What an operation would cost, as returned in `extensions.explain` without executing it. */
export interface Explanation {
  estimatedCost: number;
  /** Null if costs are not limited. */
  costLimit: number | null;
  objects: number;
  toolCalls: ToolCallEstimate[];
  /** The most expensive paths, each without the paths below it; most expensive first. */
  paths: { path: string; cost: number; objects: number; toolCalls: ToolCallEstimate[] }[];
  /** Why the operation would be rejected; null if it would run. */
  rejection: { code: string; message: string; maxFirst?: number } | null;
}

export function explain(
  estimate: CostEstimate,
  {
    costLimit,
    rejection,
  }: { costLimit: number | null; rejection: (CodedError & { maxFirst?: number | undefined }) | undefined },
): Explanation {
  return {
    estimatedCost: estimate.cost,
    costLimit,
    objects: estimate.objects,
    toolCalls: estimate.toolCalls,
    paths: estimate.paths(maxPaths).map(({ path, cost, objects, toolCalls }) => ({ path, cost, objects, toolCalls })),
    rejection: rejection
      ? { code: rejection.code, message: rejection.message, ...omitUndefined({ maxFirst: rejection.maxFirst }) }
      : null,
  };
}
