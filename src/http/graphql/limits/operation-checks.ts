import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../../graph/core/context.ts';
import type { CpuAccount } from '../../../operation/cpu-turns.ts';
import { budgetErrorFor } from '../../../operation/cost/call-budget.ts';
import { planCalls } from '../../../operation/cost/call-plan.ts';
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

type ExecuteArgs = Parameters<NonNullable<Plugin<GraphContext>['onExecute']>>[0]['args'];

export interface CostRules {
  /** The highest cost of an operation. */
  limit: number;
  /** `enforce` rejects operations above the limit, `measure` only logs them, and `off` estimates no costs. */
  mode: 'enforce' | 'measure' | 'off';
}

interface OperationCheckOptions extends CostRules {
  /** Whether errors about variables may suggest names of the schema. */
  suggestions: boolean;
}

/**
 * Rejects an operation before any field is resolved if
 * - its variables are invalid,
 * - it contains malformed text or too many entity representations,
 * - its estimated cost exceeds the limit, or
 * - the tool calls that it is certain to make exceed the budget.
 *
 * Otherwise reserves a part of the budget for batched calls, each of which serves many objects. With the request header
 * `x-explain: 1`, returns the estimate in `extensions.explain` and executes nothing.
 */
export function useOperationChecks({
  suggestions,
  ...rules
}: OperationCheckOptions): Plugin<GraphContext & { cpu?: CpuAccount | undefined }> {
  const admissions = createAdmissionCache();
  return {
    onExecute({ args, setExecuteFn }) {
      const { contextValue } = args;
      const isExplainOnly = contextValue.request.headers.get('x-explain') === '1';
      const planned = plannedOperation(args);
      let tree: OperationTree | undefined;
      let estimate: CostEstimate | undefined;

      /** In this order; the first that returns true has decided how the operation is executed. */
      const checks = [checkVariables, checkText, checkSize, estimateTree, checkCost, checkCalls];
      const { cpu } = contextValue;
      if (cpu?.takesTurns) return checkInTurns(cpu);
      // Without a promise, so that ordinary operations do not wait.
      checks.some((check) => check());
      return undefined;

      async function checkInTurns({ step }: CpuAccount): Promise<undefined> {
        for (const check of checks) if (await step(check)) return;
      }

      function execute(result: object): true {
        setExecuteFn(() => result);
        return true;
      }

      function reject(originalError: Error): true {
        return execute({ errors: [new GraphQLError(originalError.message, { originalError })] });
      }

      function admit({ estimatedCost, reservation }: Admission): true {
        contextValue.cost.estimated = estimatedCost;
        contextValue.tools.reserveCalls(reservation);
        return true;
      }

      function checkVariables(): boolean {
        const errors = variableErrors(args, { requestId: contextValue.requestId, suggestions });
        return errors !== undefined && execute({ errors });
      }

      function checkText(): boolean {
        const error = malformedTextError(args);
        return error !== undefined && reject(error);
      }

      function checkSize(): boolean {
        const admission = isExplainOnly ? undefined : admissions.get(planned);
        if (admission) return admit(admission);
        tree = readOperation(planned);
        const error = tree && (representationError(tree) ?? argumentError(tree));
        return tree === undefined || (error !== undefined && reject(error));
      }

      function estimateTree(): boolean {
        if (tree && (rules.mode !== 'off' || isExplainOnly)) estimate = estimateCost(tree);
        return false;
      }

      function checkCost(): boolean {
        const error = estimate && costError(estimate, rules, contextValue);
        return error !== undefined && rejectCost(error);
      }

      function checkCalls(): boolean {
        if (!tree) return true;
        const plan = planCalls(tree);
        const error = budgetErrorFor(plan);
        if (error) return rejectCost(error);
        if (isExplainOnly) return rejectCost(undefined);
        const accepted = { estimatedCost: estimate?.cost, reservation: plan.reservation };
        // An operation above the limit, which is only measured, is logged every time.
        if (!estimate || estimate.cost <= rules.limit) admissions.set(planned, accepted);
        return admit(accepted);
      }

      /** Rejects the operation, or explains what it would cost. */
      function rejectCost(rejection: CodedError | undefined): boolean {
        if (estimate && isExplainOnly) {
          const costLimit = rules.mode === 'enforce' ? rules.limit : null;
          return execute({ data: null, extensions: { explain: explain(estimate, { costLimit, rejection }) } });
        }
        contextValue.cost.estimated = estimate?.cost;
        return rejection !== undefined && reject(rejection);
      }
    },
  };
}

function plannedOperation({ schema, document, operationName, variableValues, contextValue }: ExecuteArgs) {
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
