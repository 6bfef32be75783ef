import { type DocumentNode, GraphQLError, isValueNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { valuePaths } from './value-paths.ts';

/**
 * Tells values that a document gives and their type forbids from documents that do not fit the schema: the first are
 * BAD_USER_INPUT and name the argument, as the same values are in variables.
 */
export function useInputErrors(): Plugin {
  return {
    onValidate({ params: { documentAST } }) {
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map((error) => valueError(error, documentAST) ?? error));
      };
    },
  };
}

function valueError(error: GraphQLError, document: DocumentNode): GraphQLError | undefined {
  // The library caches the errors of a document as this plugin left them.
  if ('issues' in error.extensions) return undefined;
  const [value] = error.nodes ?? [];
  if (!value || !isValueNode(value)) return undefined;
  const [path] = valuePaths(document, (node) => node === value);
  if (!path || path.length === 0) return undefined;
  const issues = [{ path, message: error.message }];
  return new GraphQLError(`${path.join('.')}: ${error.message}`, {
    nodes: error.nodes ?? null,
    extensions: { ...error.extensions, code: 'BAD_USER_INPUT', isRetryable: false, issues },
  });
}
