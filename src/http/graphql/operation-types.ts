import { GraphQLError, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Rejects operations whose type the schema does not have: graphql 16 validates nothing in a subscription without one. */
export function useOperationTypes(): Plugin {
  return {
    onValidate: ({ addValidationRule }) => addValidationRule(operationTypes),
  };
}

const operationTypes: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    if (context.getSchema().getRootType(operation.operation)) return;
    const message = `The schema has no ${operation.operation} operations.`;
    context.reportError(new GraphQLError(message, { nodes: operation }));
  },
});
