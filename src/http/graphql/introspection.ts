import { type ExecutionResult, GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';

/**
 * Keeps the schema from those who do not know it: no introspection, and no names in errors that the document did not
 * hold. `_service { sdl }` goes on telling it to gateways.
 */
export function useHiddenSchema(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map((error) => withoutSuggestion(error)));
      };
    },
    onExecute() {
      return {
        onExecuteDone({ result, setResult }) {
          if (!isAsyncIterable(result) && result.errors) setResult(withoutSuggestions(result, result.errors));
        },
      };
    },
  };
}

/** Variables are checked where an operation begins: what fails before any field has no path. */
const withoutSuggestions = (result: ExecutionResult, errors: readonly GraphQLError[]) => ({
  ...result,
  errors: errors.map((error) => (error.path ? error : withoutSuggestion(error))),
});

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const message = error.message.replace(/ ?Did you mean .*\?/s, '');
  if (message === error.message) return error;
  const { nodes = null, extensions } = error;
  return new GraphQLError(message, { nodes, extensions });
}
