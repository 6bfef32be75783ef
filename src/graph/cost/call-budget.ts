import { GraphQLError } from 'graphql';
import { ToolError } from '../../connector/tool-error.ts';
import { toolCallBudget } from '../../connector/session/tool-ledger.ts';
import { CodedError } from '../../tools/coded-error.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import type { CallPlan } from './call-plan.ts';

/** The operation needs more tool calls than it may make; known before the first one. */
export class CallBudgetError extends CodedError {
  readonly requiredCalls: number;
  /** The largest `first` with which the calls fit; nothing where no page is the reason. */
  readonly maxFirst: number | undefined;

  constructor(requiredCalls: number, maxFirst: number | undefined) {
    const advice =
      maxFirst === undefined ? 'Ask for fewer objects or fields at once.' : `Pages of at most first: ${maxFirst} fit.`;
    const message = `This operation needs at least ${requiredCalls} tool calls, and may make ${toolCallBudget}. ${advice}`;
    super({ code: 'TOOL_CALL_BUDGET_EXCEEDED', message });
    this.requiredCalls = requiredCalls;
    this.maxFirst = maxFirst;
  }
}

/** The error for an operation whose certain calls exceed the budget. */
export function exceedsBudget({ certainCalls }: Pick<CallPlan, 'certainCalls'>): CallBudgetError | undefined {
  const required = certainCalls();
  if (required <= toolCallBudget) return undefined;
  let maxFirst = maxPageSize;
  while (maxFirst > 0 && certainCalls(maxFirst) > toolCallBudget) maxFirst -= 1;
  return new CallBudgetError(required, maxFirst > 0 ? maxFirst : undefined);
}

const isBudgetError = ({ originalError }: GraphQLError) =>
  originalError instanceof ToolError && originalError.code === 'TOOL_CALL_BUDGET_EXCEEDED';

/** The place of a field, whichever nodes of lists it is of: `activities.nodes.summary`. */
const fieldPathOf = ({ path }: GraphQLError) => (path ?? []).filter((key) => typeof key === 'string').join('.');

/** How many objects lack a field because the budget was spent. */
interface BudgetShortfall {
  fieldPath: string;
  objectCount: number;
}

/** Leaves the first of the errors that a spent budget causes at one field, and says how many objects it stands for. */
export function mergeBudgetErrors(
  errors: readonly GraphQLError[],
): { error: GraphQLError; shortfall?: BudgetShortfall }[] {
  const budgetErrors = Map.groupBy(errors.filter(isBudgetError), fieldPathOf);
  return errors.flatMap((error) => {
    if (!isBudgetError(error)) return [{ error }];
    const fieldPath = fieldPathOf(error);
    const [first, ...others] = budgetErrors.get(fieldPath) ?? [];
    return error === first ? [{ error, shortfall: { fieldPath, objectCount: 1 + others.length } }] : [];
  });
}

/** The error that stands for all of them. */
export const withShortfall = (error: GraphQLError, { fieldPath, objectCount }: BudgetShortfall) =>
  new GraphQLError(
    `${error.message} ${fieldPath} is missing for ${objectCount} ${objectCount === 1 ? 'object' : 'objects'}.`,
    {
      nodes: error.nodes ?? null,
      path: error.path ?? null,
      extensions: { ...error.extensions, fieldPath, objectCount },
    },
  );
