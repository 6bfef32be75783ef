import {
  coerceInputValue,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  isInputType,
  isValueNode,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { InputIssue } from '../../../tools/errors/coded-error.ts';
import { valuePaths, variablePaths } from './value-paths.ts';

/**
 * Reports invalid literals in a document as BAD_USER_INPUT with a path that begins with the argument, as for invalid
 * values of variables. Other validation errors remain GRAPHQL_VALIDATION_FAILED.
 */
export function useInputErrors(): Plugin {
  return {
    onValidate({ params: { documentAST } }) {
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map((error) => literalError(error, documentAST) ?? error));
      };
    },
  };
}

function literalError(error: GraphQLError, document: DocumentNode): GraphQLError | undefined {
  // An error with `issues` was already converted for an earlier request: Yoga caches the converted errors of a
  // document.
  if ('issues' in error.extensions) return undefined;
  const [value] = error.nodes ?? [];
  if (!value || !isValueNode(value)) return undefined;
  const [path] = valuePaths(document, (node) => node === value);
  if (!path || path.length === 0) return undefined;
  return badUserInput(error, `${path.join('.')}: ${error.message}`, { issues: [{ path, message: error.message }] });
}

const badUserInput = ({ nodes, extensions }: GraphQLError, message: string, details: object) =>
  new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: { ...extensions, code: 'BAD_USER_INPUT', isRetryable: false, ...details },
  });

/**
 * Creates a function that converts the executor's errors about variables to BAD_USER_INPUT. The path of an issue begins
 * with the argument in which the variable is used, as for literals.
 * @returns a function that must be called with all errors in their order; it returns undefined for errors that are not
 * about variables
 */
export function createVariableErrors(
  { schema, document, operationName, variableValues }: ExecutionArgs,
  requestId: string,
): (error: GraphQLError) => GraphQLError | undefined {
  const remainingIssues = new Map<VariableDefinitionNode, InputIssue[]>();

  function issuesOf({ variable, type }: VariableDefinitionNode): InputIssue[] {
    const inputType = typeFromAST(schema, type);
    const value: unknown = variableValues?.[variable.name.value];
    if (!isInputType(inputType)) return [];
    if (value === undefined || value === null) return [{ path: [], message: 'is required and must not be null' }];
    const issues: InputIssue[] = [];
    const collect = (path: readonly (string | number)[], _value: unknown, { message }: GraphQLError) =>
      void issues.push({ path: path.map(String), message });
    // `true` omits suggestions ("Did you mean …?") from the issues: `useHiddenSchema` removes them from error messages
    // only.
    coerceInputValue(value, inputType, collect, true);
    return issues;
  }

  /**
   * Returns the issues of the next error about a variable. The executor reports these errors in the order in which
   * `coerceInputValue` finds them.
   */
  function nextIssues(definition: VariableDefinitionNode): InputIssue[] {
    const remaining = remainingIssues.get(definition) ?? issuesOf(definition);
    remainingIssues.set(definition, remaining);
    const issue = remaining.shift();
    if (!issue) return [];
    const paths = variablePaths(document, operationName, definition.variable.name.value);
    return paths.map((path) => ({ path: [...path, ...issue.path], message: issue.message }));
  }

  return (error) => {
    const [definition] = error.nodes ?? [];
    const isVariable = definition?.kind === Kind.VARIABLE_DEFINITION;
    // Also convert an error without a node and a path: it says that the executor stopped after fifty errors about
    // variables.
    if (!isVariable && (error.path || error.originalError)) return undefined;
    const issues = isVariable ? nextIssues(definition) : [];
    return badUserInput(error, error.message, { ...(issues.length > 0 && { issues }), requestId });
  };
}
