import { GraphQLError } from 'graphql';
import { toolCallBudget } from '../calls/tool-ledger.ts';
import { omitUndefined } from '../../tools/rules/json.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { OperationError } from '../operation.ts';
import type { CertainCalls } from './certain-calls.ts';
import type { CostEstimate } from './estimate/cost-estimate.ts';

/** Returns undefined within the budget. The extensions name the largest `first` that fits, if any. */
export function budgetErrorFor(calls: Pick<CertainCalls, 'minCalls'>): OperationError | undefined {
  const requiredCalls = calls.minCalls();
  if (requiredCalls <= toolCallBudget) return undefined;
  let maxFirst = maxPageSize;
  while (maxFirst > 0 && calls.minCalls(maxFirst) > toolCallBudget) maxFirst -= 1;
  const advice =
    maxFirst > 0 ? `Request pages with first: ${maxFirst} or less.` : 'Request fewer objects or fields at once.';
  return new OperationError({
    code: 'TOOL_CALL_BUDGET_EXCEEDED',
    message: `This operation needs at least ${requiredCalls} tool calls; the limit is ${toolCallBudget}. ${advice}`,
    extensions: { requiredCalls, ...(maxFirst > 0 && { maxFirst }) },
  });
}

/**
 * Merges `TOOL_CALL_BUDGET_EXCEEDED` errors whose paths differ only in list indexes, such as `signals.nodes.4.lists`
 * and `signals.nodes.5.lists`, into one with `fieldPath: "signals.nodes.lists"` and the number of failed objects.
 */
export function mergeBudgetErrors(errors: readonly GraphQLError[]): GraphQLError[] {
  const groups = Map.groupBy(errors, (error) => budgetFieldPath(error) ?? error);
  return [...groups].flatMap(([key, [error, ...others]]) => {
    // The group of any other error has the error itself as its key.
    if (!error || typeof key !== 'string') return error ?? [];
    const objectCount = 1 + others.length;
    const objects = objectCount === 1 ? 'object' : 'objects';
    return new GraphQLError(`${error.message} ${key} is missing for ${objectCount} ${objects}.`, {
      nodes: error.nodes ?? null,
      path: error.path ?? null,
      extensions: { ...error.extensions, fieldPath: key, objectCount },
    });
  });
}

function budgetFieldPath({ path, extensions }: GraphQLError): string | undefined {
  if (!path || extensions['code'] !== 'TOOL_CALL_BUDGET_EXCEEDED') return undefined;
  return path.filter((key) => typeof key === 'string').join('.');
}

/** The extensions name the most expensive path and its largest `first` within the cost limit, if they are known. */
export function costLimitError(estimate: CostEstimate, costLimit: number): OperationError {
  const [mostExpensive] = estimate.paths(1);
  const maxFirst = mostExpensive && estimate.maxFirst(mostExpensive, costLimit);
  const place = mostExpensive
    ? ` Its most expensive path is \`${mostExpensive.path}\` with ${mostExpensive.cost}.`
    : '';
  const advice = mostExpensive ? adviceFor(maxFirst) : 'Select fewer fields, or split the operation.';
  return new OperationError({
    code: 'COST_ESTIMATED_TOO_EXPENSIVE',
    message: `This operation is estimated to cost ${estimate.cost}; the limit is ${costLimit}.${place} ${advice}`,
    extensions: { estimatedCost: estimate.cost, costLimit, ...omitUndefined({ path: mostExpensive?.path, maxFirst }) },
  });
}

const adviceFor = (maxFirst: number | undefined) =>
  maxFirst === undefined
    ? 'Select fewer nested lists, or split the operation: smaller pages on that path do not suffice.'
    : `Request pages with first: ${maxFirst} or less on that path.`;
