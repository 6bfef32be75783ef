import { GraphQLError } from 'graphql';
import { toolCallBudget } from '../../connector/session/tool-ledger.ts';
import { CodedError } from '../../tools/errors/coded-error.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import type { CallPlan } from './call-plan.ts';

/** The operation is rejected as a whole: it would certainly exceed its budget of tool calls. */
export class CallBudgetError extends CodedError {
  readonly requiredCalls: number;
  /** The largest `first` that fits the budget; undefined when smaller pages would not help. */
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

/** The error for an operation that would certainly exceed its budget; undefined for any other. */
export function budgetErrorFor(plan: CallPlan): CallBudgetError | undefined {
  const required = plan.minCalls();
  if (required <= toolCallBudget) return undefined;
  let maxFirst = maxPageSize;
  while (maxFirst > 0 && plan.minCalls(maxFirst) > toolCallBudget) maxFirst -= 1;
  return new CallBudgetError(required, maxFirst > 0 ? maxFirst : undefined);
}

/**
 * Merges the errors of fields that are null because the budget was exhausted into one error per field path. The
 * merged error has the path of the first object, and `objectCount` is the number of objects that lack the field. Errors
 * at `signals.nodes.4.lists` and `signals.nodes.5.lists` become one with `fieldPath: "signals.nodes.lists"` and
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

/** The path of an error about the exhausted budget, without list indexes; undefined for any other error. */
function budgetFieldPath({ path, extensions }: GraphQLError): string | undefined {
  if (!path || extensions['code'] !== 'TOOL_CALL_BUDGET_EXCEEDED') return undefined;
  return path.filter((key) => typeof key === 'string').join('.');
}
