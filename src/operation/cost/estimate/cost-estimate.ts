import type { OperationError } from '../../operation.ts';
import { omitUndefined } from '../../../tools/rules/json.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import type { OperationTree, SelectedField } from '../read-operation.ts';
import { toolCallBudget } from '../../calls/tool-ledger.ts';
import { toolCallCost } from '../operation-cost.ts';
import {
  estimateFields,
  type FieldEstimate,
  type KnownEstimates,
  type SelectionEstimate,
  selectionsAffectedBy,
  separateKey,
} from './estimate-fields.ts';
import { callsByTool, costOfSpending, sharedCallsOf, type ToolCallEstimate, toSafeInteger } from './spending.ts';

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
    /** The cost: a whole number, at most `Number.MAX_SAFE_INTEGER`. */
    cost: tree.isTruncated ? Number.MAX_SAFE_INTEGER : costOfSpending(root.total),
    objects: toSafeInteger(root.total.objects),
    /** Sorted by number of calls, highest first. */
    toolCalls: [...callsByTool(root.total)]
      .filter(([, calls]) => calls > 0)
      .map(([tool, calls]) => ({ tool, calls: toSafeInteger(calls) }))
      .toSorted((a, b) => b.calls - a.calls),
    certain,
    /** Returns the paths with the highest own cost, most expensive first; empty if the document is too large. */
    paths: (count: number): CostPath[] => (tree.isTruncated ? [] : mostExpensivePaths(root, count)),
    /** The largest `first` for the path's pages that keeps the cost within `limit`; undefined if even 1 is too much. */
    maxFirst: ({ pages }: CostPath, limit: number) =>
      tree.isTruncated ? undefined : maxFirstOf(tree, { pages, limit, known, cost: costOfSpending(root.total) }),
  };
}

/** Interpolates between known costs: costs are nearly linear in `first`, so one guess is usually enough. */
function maxFirstOf(
  tree: OperationTree,
  {
    pages,
    limit,
    known,
    cost,
  }: { pages: readonly SelectedField[]; limit: number; known: KnownEstimates; cost: number },
): number | undefined {
  const fields = new Set(pages);
  const changed = { fields, unlimited: known, affected: selectionsAffectedBy(fields, tree.root) };
  const costWith = (first: number) => costOfSpending(estimateFields(tree, { limit: { first, ...changed } }).root.total);
  let low = { first: 1, cost: costWith(1) };
  if (low.cost > limit) return undefined;
  let high = { first: Math.max(maxPageSize, ...pages.map((page) => page.cost.maxFirst ?? 0)) + 1, cost };
  for (let step = 1; high.first - low.first > 1; step += 1) {
    // Every third step halves the range, which bounds the number of estimates.
    const share = step % 3 === 0 ? 0.5 : (limit - low.cost) / (high.cost - low.cost);
    const guess = Math.floor(low.first + share * (high.first - low.first));
    const first = Math.min(Math.max(guess, low.first + 1), high.first - 1);
    const tried = { first, cost: costWith(first) };
    if (tried.cost <= limit) low = tried;
    else high = tried;
  }
  return low.first;
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
    /** The most expensive paths, each without the paths below it. */
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

/** What a field at one path of the result is expected to cost, without its children. */
interface CostPath {
  /** The response names from the root to the field, joined by dots and shortened to `maxPathLength`. */
  path: string;
  objects: number;
  /** Objects, long texts and tool calls; as for the whole operation, calls beyond the budget cost nothing. */
  cost: number;
  toolCalls: ToolCallEstimate[];
  pages: readonly SelectedField[];
}

interface PendingPath {
  names: readonly string[];
  field: FieldEstimate;
  /** The number of parent objects. */
  times: number;
  /** Cost of this path and all paths below it. */
  totalCost: number;
  pages: readonly SelectedField[];
}

/** Maximum length of a path in characters; clients choose their aliases freely. */
const maxPathLength = 300;

/** Maximum number of visited paths. Nested fragments can multiply the paths of an operation into millions. */
const maxVisitedPaths = 1000;

/** Visits the path with the highest total cost first. A call that several paths share counts for the first of them. */
function mostExpensivePaths(root: SelectionEstimate, count: number): CostPath[] {
  const shared = sharedCallsOf(root.total);
  const found: CostPath[] = [];
  const costs = new Map<FieldEstimate, number>();
  /** Sorted by total cost, highest last; of paths with equal cost, the first that was found is last. */
  const pending: PendingPath[] = [];
  const addBelow = (
    { fields }: SelectionEstimate,
    { names, times, pages }: Omit<PendingPath, 'field' | 'totalCost'>,
  ) => {
    for (const field of fields) {
      const cost = costs.get(field) ?? costOfSpending(field.total);
      costs.set(field, cost);
      const totalCost = times * cost;
      if (totalCost === 0) continue;
      const { source, isPage } = field;
      const path = { names: [...names, source.responseName], field, times, totalCost };
      pending.splice(insertionIndex(totalCost, pending), 0, { ...path, pages: isPage ? [...pages, source] : pages });
      if (pending.length > maxVisitedPaths) pending.shift();
    }
  };
  addBelow(root, { names: [], times: 1, pages: [] });
  for (let next = pending.pop(); next && found.length < maxVisitedPaths; next = pending.pop()) {
    found.push(costOfPath(next, shared));
    for (const { selection, times } of next.field.children) addBelow(selection, { ...next, times: next.times * times });
  }
  return found
    .filter(({ cost }) => cost > 0)
    .toSorted((a, b) => b.cost - a.cost)
    .slice(0, count);
}

/** The first index whose path costs at least `totalCost`. */
function insertionIndex(totalCost: number, paths: readonly PendingPath[]): number {
  let [from, to] = [0, paths.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((paths[middle]?.totalCost ?? 0) < totalCost) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** @param shared the shared calls, by key, that no earlier path has counted */
function costOfPath({ names, field, times, pages }: PendingPath, shared: ReturnType<typeof sharedCallsOf>): CostPath {
  const calls = new Map([...field.own.calls].map(([tool, callsPerObject]) => [tool, callsPerObject * times]));
  for (const ownKey of field.own.shared.keys()) {
    const key = shared.has(ownKey) ? ownKey : separateKey(names[0], ownKey);
    const call = shared.get(key);
    if (call) calls.set(call.tool, (calls.get(call.tool) ?? 0) + call.calls);
    shared.delete(key);
  }
  const objects = field.own.objects * times;
  const callCount = [...calls.values()].reduce((sum, each) => sum + each, 0);
  const path = names.join('.');
  return {
    path: path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path,
    objects: toSafeInteger(objects),
    cost: toSafeInteger(objects + field.own.texts * times + toolCallCost * Math.min(callCount, toolCallBudget)),
    toolCalls: [...calls].filter(([, each]) => each > 0).map(([tool, each]) => ({ tool, calls: toSafeInteger(each) })),
    pages,
  };
}
