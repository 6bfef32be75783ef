import { toolCallBudget } from '../../calls/tool-ledger.ts';
import { toolCallCost } from '../operation-cost.ts';
import type { SelectedField } from '../read-operation.ts';
import { type FieldEstimate, type SelectionEstimate, separateKey } from './estimate-fields.ts';
import { costOfSpending, sharedCallsOf, type ToolCallEstimate, toSafeInteger } from './spending.ts';

/** What a field at one path of the result is expected to cost, without its children. */
export interface CostPath {
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
  /** With all paths below it. */
  totalCost: number;
  pages: readonly SelectedField[];
}

/** Maximum length of a path in characters; clients choose their aliases freely. */
const maxPathLength = 300;

/** Maximum number of visited paths. An operation can have millions, because its fields share selections. */
const maxVisitedPaths = 1000;

/** Visits the path with the highest total cost first. A call that several paths share counts for the first of them. */
export function mostExpensivePaths(root: SelectionEstimate, count: number): CostPath[] {
  const shared = sharedCallsOf(root.total);
  const found: CostPath[] = [];
  let pending = byTotalCost(pathsBelow(root, { names: [], times: 1, pages: [] }));
  while (pending.length > 0 && found.length < maxVisitedPaths) {
    const [next, ...others] = pending;
    if (!next) break;
    found.push(costOfPath(next, shared));
    const { names, pages, field } = next;
    const below = field.children.flatMap(({ selection, times }) =>
      pathsBelow(selection, { names, times: next.times * times, pages }),
    );
    pending = byTotalCost([...others, ...below]).slice(0, maxVisitedPaths);
  }
  return found
    .filter(({ cost }) => cost > 0)
    .toSorted((a, b) => b.cost - a.cost)
    .slice(0, count);
}

const byTotalCost = (paths: readonly PendingPath[]) => paths.toSorted((a, b) => b.totalCost - a.totalCost);

function pathsBelow(
  { fields }: SelectionEstimate,
  { names, times, pages }: Pick<PendingPath, 'names' | 'times' | 'pages'>,
): PendingPath[] {
  return fields
    .map((field) => ({
      names: [...names, field.source.responseName],
      field,
      times,
      totalCost: times * costOfSpending(field.total),
      pages: field.isPage ? [...pages, field.source] : pages,
    }))
    .filter(({ totalCost }) => totalCost > 0);
}

/** @param shared the shared calls by key that no earlier path has counted */
function costOfPath({ names, field, times, pages }: PendingPath, shared: ReturnType<typeof sharedCallsOf>): CostPath {
  const calls = new Map([...field.own.calls].map(([tool, each]) => [tool, each * times]));
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
