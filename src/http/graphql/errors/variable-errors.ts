import {
  coerceInputValue,
  type ExecutionArgs,
  GraphQLError,
  isInputType,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { InputIssue } from '../../../tools/coded-error.ts';
import { variablePaths } from './value-paths.ts';

/**
 * Turns the errors of variables that do not fit their types, in the executor's order, into BAD_USER_INPUT. Their issues
 * name the arguments that take the variables, as those of literals do.
 * @returns a function that returns nothing for every other error
 */
export function createVariableErrors(
  { schema, document, operationName, variableValues }: ExecutionArgs,
  requestId: string,
): (error: GraphQLError) => GraphQLError | undefined {
  const faults = new Map<VariableDefinitionNode, InputIssue[]>();

  function faultsOf({ variable, type }: VariableDefinitionNode): InputIssue[] {
    const inputType = typeFromAST(schema, type);
    const value: unknown = variableValues?.[variable.name.value];
    if (!isInputType(inputType)) return [];
    if (value === undefined || value === null) return [{ path: [], message: 'must be given and not be null' }];
    const found: InputIssue[] = [];
    const note = (path: readonly (string | number)[], _value: unknown, { message }: GraphQLError) =>
      void found.push({ path: path.map(String), message });
    // The error's own message has the suggestions, where they are allowed.
    coerceInputValue(value, inputType, note, true);
    return found;
  }

  /** The executor reports the faults of a variable in the order in which `coerceInputValue` finds them. */
  function issuesOf(definition: VariableDefinitionNode): InputIssue[] {
    const remaining = faults.get(definition) ?? faultsOf(definition);
    faults.set(definition, remaining);
    const fault = remaining.shift();
    if (!fault) return [];
    const paths = variablePaths(document, operationName, definition.variable.name.value);
    return paths.map((path) => ({ path: [...path, ...fault.path], message: fault.message }));
  }

  return (error) => {
    const [definition] = error.nodes ?? [];
    const isVariable = definition?.kind === Kind.VARIABLE_DEFINITION;
    // After fifty errors the executor gives up, with an error that has no place.
    if (!isVariable && (error.path || error.originalError)) return undefined;
    const issues = isVariable ? issuesOf(definition) : [];
    const details = { code: 'BAD_USER_INPUT', isRetryable: false, ...(issues.length > 0 && { issues }), requestId };
    return new GraphQLError(error.message, {
      nodes: error.nodes ?? null,
      extensions: { ...error.extensions, ...details },
    });
  };
}
