import { GraphQLError } from 'graphql';
import { toolCallBudget } from '../calls/tool-ledger.ts';
import { CodedError } from '../../tools/errors/coded-error.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import type { CertainCalls } from './certain-calls.ts';
import type { CostEstimate } from './estimate/cost-estimate.ts';

/** Error for an operation that is rejected before it runs, because it would certainly exceed its tool call budget. */
export class CallBudgetError extends CodedError {
  readonly requiredCalls: number;
  /** The largest `first` with which the operation fits the budget; undefined if smaller pages would not help. */
  readonly maxFirst: number | undefined;

  constructor(requiredCalls: number, maxFirst: number | undefined) {
    const advice =
      maxFirst === undefined
        ? 'Request fewer objects or fields at once.'
        : `Request pages with first: ${maxFirst} or less.`;
    const message = `This operation needs at least ${requiredCalls} tool calls; the limit is ${toolCallBudget}. ${advice}`;
    super({ code: 'TOOL_CALL_BUDGET_EXCEEDED', message });
    this.requiredCalls = requiredCalls;
    this.maxFirst = maxFirst;
  }
}

/** Returns the error for an operation that would certainly exceed the budget of tool calls, otherwise undefined. */
export function budgetErrorFor(calls: Pick<CertainCalls, 'minCalls'>): CallBudgetError | undefined {
  const required = calls.minCalls();
  if (required <= toolCallBudget) return undefined;
  let maxFirst = maxPageSize;
  while (maxFirst > 0 && calls.minCalls(maxFirst) > toolCallBudget) maxFirst -= 1;
  return new CallBudgetError(required, maxFirst > 0 ? maxFirst : undefined);
}

/**
 * Merges errors with the code `TOOL_CALL_BUDGET_EXCEEDED` whose paths differ only in list indexes. The merged error has
 * the path of the first one, and `objectCount` is the number of objects that lack the field. For example, errors at
 * `signals.nodes.4.lists` and `signals.nodes.5.lists` become one error with `fieldPath: "signals.nodes.lists"` and
 * `objectCount: 2`.
 */
export function mergeBudgetErrors(errors: readonly GraphQLError[]): GraphQLError[] {
  const groups = Map.groupBy(errors, (error) => budgetFieldPath(error) ?? error);
  return [...groups].flatMap(([key, [error, ...others]]) => {
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

/** Returns the path of a `TOOL_CALL_BUDGET_EXCEEDED` error without list indexes; undefined for any other error. */
function budgetFieldPath({ path, extensions }: GraphQLError): string | undefined {
  if (!path || extensions['code'] !== 'TOOL_CALL_BUDGET_EXCEEDED') return undefined;
  return path.filter((key) => typeof key === 'string').join('.');
}

/** Error for an operation that is rejected before it runs, because it is estimated to cost more than the limit. */
export class CostLimitError extends CodedError {
  readonly estimatedCost: number;
  readonly costLimit: number;
  /** The path with the highest cost of its own; undefined if the operation is too large to find it. */
  readonly path: string | undefined;
  /** The largest `first` on the path with which the operation fits; undefined if smaller pages do not suffice. */
  readonly maxFirst: number | undefined;

  constructor(estimate: CostEstimate, costLimit: number) {
    const [mostExpensive] = estimate.paths(1);
    const maxFirst = mostExpensive && estimate.maxFirst(mostExpensive, costLimit);
    const place = mostExpensive
      ? ` Its most expensive path is \`${mostExpensive.path}\` with ${mostExpensive.cost}.`
      : '';
    const advice = mostExpensive ? adviceFor(maxFirst) : 'Select fewer fields, or split the operation.';
    const message = `This operation is estimated to cost ${estimate.cost}; the limit is ${costLimit}.${place} ${advice}`;
    super({ code: 'COST_ESTIMATED_TOO_EXPENSIVE', message });
    this.estimatedCost = estimate.cost;
    this.costLimit = costLimit;
    this.path = mostExpensive?.path;
    this.maxFirst = maxFirst;
  }
}

const adviceFor = (maxFirst: number | undefined) =>
  maxFirst === undefined
    ? 'Select fewer nested lists, or split the operation: smaller pages on that path do not suffice.'
    : `Request pages with first: ${maxFirst} or less on that path.`;
