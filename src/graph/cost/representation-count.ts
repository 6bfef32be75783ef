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

/** Counts the representations of all `_entities` fields of an operation, including skipped ones, before it runs. */
export function countRepresentations({ document, operationName, variableValues }: RequestedOperation): number {
  // Saves the work for the many documents without such a field.
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

/** The `_entities` fields at the root, one per response name, because GraphQL merges fields of the same name. */
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

function countIn({ arguments: args }: FieldNode, variables: Record<string, unknown>): number {
  const argument = args?.find(({ name }) => name.value === 'representations');
  const value: unknown = argument && valueFromASTUntyped(argument.value, variables);
  // GraphQL coerces a single value to a list of one.
  return Array.isArray(value) ? value.length : 1;
}
