import { type ExecutionResult, GraphQLError } from 'graphql';
import type { GraphContext, OperationArgs } from '../../../graph/core/context.ts';
import { budgetErrorFor } from '../../../operation/cost/call-budget.ts';
import { CostLimitError } from '../../../operation/cost/cost-limit.ts';
import { type CostEstimate, estimateCost } from '../../../operation/cost/estimate/cost-estimate.ts';
import { explain } from '../../../operation/cost/estimate/explanation.ts';
import { maxArgumentLength, maxRepresentations } from '../../../operation/operation-limits.ts';
import type { OperationTree } from '../../../operation/cost/operation-tree.ts';
import { readOperation } from '../../../operation/cost/read-operation.ts';
import { InvalidInputError } from '../../../graph/errors/errors.ts';
import { CodedError } from '../../../tools/errors/coded-error.ts';
import { variableErrors } from '../errors/input-errors.ts';
import { type Admission, createAdmissionCache } from './admission-cache.ts';
import { malformedTextError } from './text-rules.ts';

export interface CostRules {
  /** The highest cost of an operation. */
  limit: number;
  /** `enforce` rejects operations above the limit, `measure` only logs them, and `off` reports no estimates. */
  mode: 'enforce' | 'measure' | 'off';
}

interface OperationCheckOptions extends CostRules {
  /** Whether errors about variables may suggest names of the schema. */
  suggestions: boolean;
}

/**
 * Creates the checks of an operation before any field is resolved. They return a result that rejects it if
 * - its variables are invalid,
 * - it contains malformed text or too many entity representations,
 * - its estimated cost exceeds the limit, or
 * - the tool calls that it is certain to make exceed the budget.
 *
 * Otherwise they reserve a part of the budget for batched calls, each of which serves many objects. If the operation
 * shall only be explained, they return the estimate in `extensions.explain`.
 */
export function createOperationChecks({ suggestions, ...rules }: OperationCheckOptions) {
  const admissions = createAdmissionCache();
  return (args: OperationArgs, { isExplainOnly }: { isExplainOnly: boolean }): ExecutionResult | undefined => {
    const { contextValue: context } = args;
    const admit = ({ estimatedCost, reservation }: Admission): undefined => {
      context.operation.cost.estimated = estimatedCost;
      context.operation.ledger.reservation.reserve(reservation);
    };
    const invalid = variableErrors(args, { requestId: context.requestId, suggestions });
    if (invalid) return { errors: invalid };
    const textError = malformedTextError(args);
    if (textError) return rejection(textError);
    const planned = plannedOperation(args);
    const admission = isExplainOnly ? undefined : admissions.get(planned);
    if (admission) return admit(admission);
    const tree = readOperation(planned);
    if (!tree) return undefined;
    const error = representationError(tree) ?? argumentError(tree);
    if (error) return rejection(error);
    const estimate = estimateCost(tree);
    const costOrBudgetError = costError(estimate, rules, context) ?? budgetErrorFor(estimate.certain);
    if (isExplainOnly) {
      const costLimit = rules.mode === 'enforce' ? rules.limit : null;
      return { data: null, extensions: { explain: explain(estimate, { costLimit, rejection: costOrBudgetError }) } };
    }
    const estimatedCost = rules.mode === 'off' ? undefined : estimate.cost;
    if (costOrBudgetError) {
      context.operation.cost.estimated = estimatedCost;
      return rejection(costOrBudgetError);
    }
    const accepted = { estimatedCost, reservation: estimate.certain.reservation };
    // An operation above the limit, which is only measured, is logged every time.
    if (estimatedCost === undefined || estimatedCost <= rules.limit) admissions.set(planned, accepted);
    return admit(accepted);
  };
}

const rejection = (originalError: Error): ExecutionResult => ({
  errors: [new GraphQLError(originalError.message, { originalError })],
});

function plannedOperation({ schema, document, operationName, variableValues, contextValue }: OperationArgs) {
  const variables: Record<string, unknown> = variableValues ?? {};
  return { schema, document, operationName, variableValues: variables, scopes: contextValue.tools.scopes };
}

function costError(estimate: CostEstimate, { limit, mode }: CostRules, { log }: GraphContext): CodedError | undefined {
  if (mode === 'off' || estimate.cost <= limit) return undefined;
  const error = new CostLimitError(estimate, limit);
  if (mode === 'enforce') return error;
  const { estimatedCost, costLimit, path } = error;
  log.warn({ estimatedCost, costLimit, path }, 'an operation exceeds the cost limit');
  return undefined;
}

function representationError({ representationCount }: OperationTree): InvalidInputError | undefined {
  if (representationCount <= maxRepresentations) return undefined;
  const message = `must be at most ${maxRepresentations} in an operation; there are ${representationCount}`;
  return new InvalidInputError([{ path: ['representations'], message }]);
}

function argumentError({ argumentLength }: OperationTree): CodedError | undefined {
  if (argumentLength <= maxArgumentLength) return undefined;
  const message = `The arguments of the operation have more than ${maxArgumentLength} characters in total.`;
  return new CodedError({ code: 'BAD_USER_INPUT', message });
}
