import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { budgetErrorFor } from '../../../graph/cost/call-budget.ts';
import { planCalls } from '../../../graph/cost/call-plan.ts';
import type { GraphContext } from '../../../graph/core/context.ts';

/**
 * Rejects an operation whose certain tool calls exceed its budget, before the first of them; in any other, keeps room
 * for the calls that answer many objects at once.
 */
export function useCallBudget(): Plugin<GraphContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      const { schema, document, operationName, contextValue } = args;
      const variableValues: Record<string, unknown> = args.variableValues ?? {};
      const { tools } = contextValue;
      const plan = planCalls({ schema, document, operationName, variableValues, scopes: tools.scopes });
      if (!plan) return;
      const originalError = budgetErrorFor(plan);
      if (originalError) {
        setExecuteFn(() => ({ errors: [new GraphQLError(originalError.message, { originalError })] }));
      } else {
        tools.keepRoom(plan.room);
      }
    },
  };
}
