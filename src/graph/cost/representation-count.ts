import {
  type DocumentNode,
  type FieldNode,
  getOperationAST,
  separateOperations,
  valueFromASTUntyped,
  visit,
} from 'graphql';

interface RequestedOperation {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * How many representations all `_entities` fields of an operation ask for together, before it runs. Fields with
 * `@skip` or `@include` count whatever the condition.
 */
export function countRepresentations({ document, operationName, variableValues }: RequestedOperation): number {
  // Most documents have none, and need not be taken apart.
  if (entitiesFields(document).length === 0) return 0;
  const operation = getOperationAST(document, operationName);
  const separate = separateOperations(document)[operation?.name?.value ?? ''];
  if (!operation || !separate) return 0;
  const variables = new Map(Object.entries(variableValues ?? {}));
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    if (defaultValue && !variables.has(name)) variables.set(name, valueFromASTUntyped(defaultValue));
  }
  const values = Object.fromEntries(variables);
  return entitiesFields(separate).reduce((sum, field) => sum + countIn(field, values), 0);
}

/** One for each response name: selections of the same one are one field. Only the root has such fields. */
function entitiesFields(document: DocumentNode): FieldNode[] {
  const fields = new Map<string, FieldNode>();
  visit(document, {
    Field(field) {
      if (field.name.value === '_entities') fields.set((field.alias ?? field.name).value, field);
      return false;
    },
  });
  return [...fields.values()];
}

function countIn({ arguments: given }: FieldNode, variables: Record<string, unknown>): number {
  const argument = given?.find(({ name }) => name.value === 'representations');
  const value: unknown = argument && valueFromASTUntyped(argument.value, variables);
  // GraphQL takes a single value for a list of one.
  return Array.isArray(value) ? value.length : 1;
}
