import { type ASTNode, BREAK, type DocumentNode, GraphQLError, isValueNode, Kind, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';

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

/** The error for a variable that does not fit its type; it names the variable and the place in it. */
export const variableError = (error: GraphQLError, requestId: string) =>
  badInput(error, { message: error.message, requestId });

function valueError(error: GraphQLError, document: DocumentNode): GraphQLError | undefined {
  const [value] = error.nodes ?? [];
  if (!value || !isValueNode(value)) return undefined;
  const path = argumentPath(document, value);
  if (path.length === 0) return undefined;
  const issues = [{ path, message: error.message }];
  return badInput(error, { message: `${path.join('.')}: ${error.message}`, issues });
}

/** The names from the argument to the value; nothing when the value belongs to no argument. */
function argumentPath(document: DocumentNode, value: ASTNode): string[] {
  let path: string[] = [];
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (node !== value) return undefined;
      path = [...ancestors, ...(parent ? [parent] : [])].flatMap(ownName);
      return BREAK;
    },
  });
  return path;
}

const ownName = (node: ASTNode | readonly ASTNode[]): string[] =>
  'kind' in node && (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) ? [node.name.value] : [];

const badInput = (error: GraphQLError, { message, ...details }: { message: string; [key: string]: unknown }) =>
  new GraphQLError(message, {
    nodes: error.nodes ?? null,
    extensions: { ...error.extensions, code: 'BAD_USER_INPUT', retryable: false, ...details },
  });
