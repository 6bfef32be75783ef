import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';

/**
 * Leaves out of refusals what the library quotes of a body that it cannot read: the sender knows it, and whoever reads
 * the answer elsewhere should not.
 */
export function useRefusedBodies(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (isAsyncIterable(result) || Array.isArray(result) || !result.errors) return;
      if (!result.errors.some(({ extensions }) => 'originalError' in extensions)) return;
      setResult({ ...result, errors: result.errors.map(withoutQuote) });
    },
  };
}

function withoutQuote(error: GraphQLError): GraphQLError {
  const { originalError: _quote, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { nodes: error.nodes ?? null, path: error.path ?? null, extensions });
}
