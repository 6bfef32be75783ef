import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../../graph/core/context.ts';
import { budgetErrorFor } from '../../../graph/cost/call-budget.ts';
import { type CallPlan, planCalls } from '../../../graph/cost/call-plan.ts';
import { maxRepresentations } from '../../../graph/cost/operation-limits.ts';
import { InvalidInputError } from '../../../graph/errors/errors.ts';
import { malformedTextError } from './text-rules.ts';

type ExecuteArgs = Parameters<NonNullable<Plugin<GraphContext>['onExecute']>>[0]['args'];

/**
 * Rejects an operation before any field is resolved if it contains malformed text or too many entity representations,
 * or if the tool calls that it is certain to make exceed the budget. Otherwise reserves a part of the budget for
 * batched calls, each of which serves many objects.
 */
export function useOperationChecks(): Plugin<GraphContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      const originalError = malformedTextError(args) ?? reserveBudget(args);
      if (originalError) setExecuteFn(() => ({ errors: [new GraphQLError(originalError.message, { originalError })] }));
    },
  };
}

function reserveBudget({ schema, document, operationName, variableValues, contextValue: { tools } }: ExecuteArgs) {
  const variables: Record<string, unknown> = variableValues ?? {};
  const plan = planCalls({ schema, document, operationName, variableValues: variables, scopes: tools.scopes });
  const error = plan && (representationError(plan) ?? budgetErrorFor(plan));
  if (plan && !error) tools.reserveCalls(plan.reservation);
  return error;
}

function representationError({ representationCount }: CallPlan): InvalidInputError | undefined {
  if (representationCount <= maxRepresentations) return undefined;
  const message = `must be at most ${maxRepresentations} in an operation; there are ${representationCount}`;
  return new InvalidInputError([{ path: ['representations'], message }]);
}
