import type { OperationError } from '../../operation.ts';
import { omitUndefined } from '../../../tools/rules/json.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import type { OperationTree, SelectedField } from '../read-operation.ts';
import { type CostPath, mostExpensivePaths } from './cost-paths.ts';
import { estimateFields, type KnownEstimates, selectionsAffectedBy } from './estimate-fields.ts';
import { callsByTool, costOfSpending, toSafeInteger } from './spending.ts';

export type CostEstimate = ReturnType<typeof estimateCost>;

/**
 * Estimates the cost of an operation: one for each object of its result, ten for each tool call, and its long texts.
 *
 * - **Objects.** Every object counts, including connections, edges and `pageInfo`. Pages are full; other lists have the
 *   length in `list-sizes.ts`. Nested lists multiply. Of an abstract type, the most expensive member counts.
 * - **Long texts.** Fields with long texts count their assumed length.
 * - **Tool calls.** A batched call counts once, or once for each full batch; a per-object call for every object, even
 *   if several are the same; a page once for each connection; a lookup once for each distinct key. Cached results count
 *   like calls. Scans and pages of activities count all calls that they can need, although they can end early.
 * - **Budget.** Calls beyond the budget are never made, so they cost nothing. Their objects still count.
 * - **Exceptions.** `__schema`, `__type` and `sdl` cost 1,000 each. A page that fails before its call costs nothing.
 */
export function estimateCost(tree: OperationTree) {
  const known: KnownEstimates = new Map();
  const { root, certain } = estimateFields(tree, { known });
  return {
    /** A whole number, at most `Number.MAX_SAFE_INTEGER`. */
    cost: tree.isTruncated ? Number.MAX_SAFE_INTEGER : costOfSpending(root.total),
    objects: toSafeInteger(root.total.objects),
    /** Most calls first. */
    toolCalls: [...callsByTool(root.total)]
      .filter(([, calls]) => calls > 0)
      .map(([tool, calls]) => ({ tool, calls: toSafeInteger(calls) }))
      .toSorted((a, b) => b.calls - a.calls),
    certain,
    /** Returns the paths with the highest cost of their own, most expensive first; none if the document is too large. */
    paths: (count: number): CostPath[] => (tree.isTruncated ? [] : mostExpensivePaths(root, count)),
    /** The largest `first` of the pages on the path with which the operation fits the limit; undefined if none does. */
    maxFirst: ({ pages }: CostPath, limit: number) =>
      tree.isTruncated ? undefined : maxFirstOf(tree, { pages, limit, known }),
  };
}

function maxFirstOf(
  tree: OperationTree,
  { pages, limit, known }: { pages: readonly SelectedField[]; limit: number; known: KnownEstimates },
): number | undefined {
  const fields = new Set(pages);
  const changed = { fields, unlimited: known, affected: selectionsAffectedBy(fields, tree.root) };
  const costWith = (first: number) => costOfSpending(estimateFields(tree, { limit: { first, ...changed } }).root.total);
  const fits = (first: number) => costWith(first) <= limit;
  if (!fits(1)) return undefined;
  let [fitting, tooLarge] = [1, Math.max(maxPageSize, ...pages.map(({ cost }) => cost.maxFirst ?? 0)) + 1];
  while (tooLarge - fitting > 1) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    if (fits(middle)) fitting = middle;
    else tooLarge = middle;
  }
  return fitting;
}

const maxExplainedPaths = 50;

/**
 * Explains an operation in `extensions.explain`, in place of executing it.
 * @param options `costLimit` is null if costs are not limited; `rejection` is set if the operation would not run
 */
export function explain(
  estimate: CostEstimate,
  { costLimit, rejection }: { costLimit: number | null; rejection: OperationError | undefined },
) {
  return {
    estimatedCost: estimate.cost,
    costLimit,
    objects: estimate.objects,
    toolCalls: estimate.toolCalls,
    /** Each without the paths below it. */
    paths: estimate
      .paths(maxExplainedPaths)
      .map(({ path, cost, objects, toolCalls }) => ({ path, cost, objects, toolCalls })),
    rejection: rejection
      ? {
          code: rejection.code,
          message: rejection.message,
          ...omitUndefined({ maxFirst: rejection.extensions?.maxFirst }),
        }
      : null,
  };
}
